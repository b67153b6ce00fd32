import type { AuditTexts } from './tw.ts'

const after = (ms: number): string =>
  ms < 10_000 ? `${ms.toLocaleString('en-US')} ms after the order arrived` : 'After waiting in the order book'

export const texts: AuditTexts = {
  fillTitle: 'Fill evidence',
  orderTitle: 'Timeline evidence',
  standing: {
    checking: 'Checking',
    impossible: 'Cannot check here',
    waiting: 'Waiting for the daily summary',
    verified: 'Hashes match',
    unsigned: 'Match, signature not checked',
    differs: 'Does not match',
  },
  verdicts: {
    right: 'matches',
    wrong: 'does not match',
    unknown: 'not checked',
    absent: 'not available yet',
  },
  way: (ms, way) =>
    ({
      auction: 'Call auction: all trades fill at the same price.',
      block: 'Your share of a block order, at its one average price.',
      'best-ask': `${after(ms)}, filled at the best ask at that moment.`,
      'best-bid': `${after(ms)}, filled at the best bid at that moment.`,
      'own-price': `${after(ms)}, filled at your order price.`,
      book: `${after(ms)}, filled at a price in the order book.`,
    })[way],
  differs:
    'This record does not match the signed daily summary. Download the evidence and contact customer service. We will look into it.',
  waiting:
    'The record hash is verified. Once the daily summary is complete and signed, you can verify its hash here.',
  moments: { received: 'Received', matched: 'Matched', settled: 'Settled' },
  best: 'Best bid/ask at that time',
  price: 'Your fill price',
  sequence: 'Order sequence',
  event: 'Trade number',
  hash: 'SHA-256 of this record',
  recompute: 'Recompute',
  download: 'Download',
  took: (ms) => `Computed by this phone in ${ms.toLocaleString('en-US')} ms.`,
  rows: {
    text: { title: 'Record hash', caption: 'recomputed from the original record' },
    tree: {
      title: 'In the daily summary',
      caption: (date, leaves) => `summary of ${date}, ${leaves.toLocaleString('en-US')} records`,
      none: 'the daily summary is not complete yet',
    },
    signature: {
      title: 'Summary signature',
      caption: 'Ed25519, the platform’s audit key',
      unknown: 'this browser cannot verify signatures',
    },
    receipt: {
      title: 'Order receipt',
      caption: 'signed when we received the order, matches the filled order',
    },
  },
  linked: (count) => `${count} steps linked`,
  chain:
    'Each step contains the hash of the previous step. If a step is removed or a letter changed, the last hash no longer matches.',
  broken: (step) =>
    `Step ${step} does not match the previous step. Download the evidence and contact customer service. We will look into it.`,
  balance: {
    which: 'What to check',
    kinds: { balances: 'Balance', debts: 'Debts' },
    standing: {
      checking: 'Checking',
      impossible: 'Cannot check here. Open this page over https',
      absent: 'This snapshot does not include you yet',
      verified: 'Your balance is included',
      unsigned: 'Your balance is included, signature not checked',
      differs: 'Does not match',
    },
    snapshot: (moment, checked) =>
      checked ? `Snapshot at ${moment}, verified on this phone` : `Snapshot at ${moment}`,
    noTree:
      'The first balance snapshot is not ready yet. One is made at the start of each trading day. You can then verify it here.',
    noDebts: 'No member has a debt right now, so there is no debt snapshot.',
    nothing: 'You had no such balance when the snapshot was made.',
    notYet: 'Your balance came after this snapshot. The next one will include it.',
    tree: {
      label: (own, depth, total) =>
        `Your ${own} adds up over ${depth} levels to the total of all members, ${total}`,
      total: { balances: 'Owed to members', debts: 'Members owe' },
      you: 'You',
      pieces: (count) => `in ${count} parts`,
      depth: (depth) => `${depth} levels`,
      others: 'Others hashed',
    },
    rows: {
      leaf: {
        title: (count) => (count === 1 ? 'Your record' : `Your ${count} records`),
        caption: 'account, amount, a random number only you have',
      },
      path: { title: (depth) => `Added up over ${depth} levels`, caption: 'no level is negative' },
      root: {
        title: 'Snapshot hash as published',
        caption: 'public list of snapshots, signature verified',
        unknown: 'public list of snapshots; this browser cannot verify signatures',
      },
      control: {
        title: 'Total equals the ledger',
        caption: (control) => `ledger total at the same time ${control}`,
      },
    },
    since: (lines, change) =>
      lines === 0
        ? 'Nothing has changed since the snapshot.'
        : `${lines} ledger ${lines === 1 ? 'line' : 'lines'} since the snapshot, ${change} in total. The next snapshot will include them.`,
    nowAdded: ([available, held, unsettled, collateral], sum) =>
      `Now: available ${available} + on hold ${held} + unsettled ${unsettled} + margin and collateral ${collateral} = ${sum}`,
    meaning:
      'Every member can check their own balance, so the platform cannot understate what it owes. Amounts are split and shuffled, so other members cannot tell your balance.',
    download: 'Download proof',
    again: 'Check again',
  },
}

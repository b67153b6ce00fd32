import type { AuditTexts } from './tw.ts'

const after = (ms: number): string =>
  ms < 10_000 ? `${ms.toLocaleString('en-US')} ms after the order arrived` : 'After waiting in the book'

export const texts: AuditTexts = {
  fillTitle: 'Fill evidence',
  orderTitle: 'Timeline evidence',
  standing: {
    checking: 'Checking',
    impossible: 'Cannot check here',
    waiting: "Waiting for today's tree",
    verified: 'Hashes match',
    unsigned: 'Match, signature not checked',
    differs: 'Does not match',
  },
  verdicts: { right: 'matches', wrong: 'does not match', unknown: 'not checked', absent: 'not there yet' },
  way: (ms, way) =>
    ({
      auction: 'Call auction: every trade in it has the same price.',
      'best-ask': `${after(ms)}, filled at the best ask of that moment.`,
      'best-bid': `${after(ms)}, filled at the best bid of that moment.`,
      'own-price': `${after(ms)}, filled at the price you asked for.`,
      book: `${after(ms)}, filled at a price of the book.`,
    })[way],
  differs: 'This record does not match the signed tree. Download the evidence and contact customer service.',
  waiting:
    "The record's hash is checked. Once the day's tree is built and signed, its root can be checked here.",
  moments: { received: 'Received', matched: 'Matched', settled: 'Settled' },
  best: 'Best bid/ask then',
  price: 'Your price',
  sequence: 'Order sequence',
  event: 'Trade number',
  hash: 'SHA-256 of this record',
  recompute: 'Recompute here',
  download: 'Download',
  took: (ms) => `Computed by this phone in ${ms.toLocaleString('en-US')} ms.`,
  rows: {
    text: { title: 'Hash of the record', caption: 'made anew from its text' },
    tree: {
      title: "In the day's tree",
      caption: (date, leaves) => `tree of ${date}, ${leaves.toLocaleString('en-US')} leaves`,
      none: "the day's tree is not built yet",
    },
    signature: {
      title: 'Signature of the root',
      caption: "Ed25519, the platform's audit key",
      unknown: 'signature not checked on this browser',
    },
    receipt: {
      title: 'Receipt of the order',
      caption: 'signed when it was taken, for the order that filled',
    },
  },
  linked: (count) => `${count} steps linked`,
  chain:
    'Every step contains the hash of the one before: leave one out or change a letter, and the last hash no longer fits.',
  broken: (step) =>
    `Step ${step} does not follow the one before. Download the evidence and contact customer service.`,
  balance: {
    which: 'What to check',
    kinds: { balances: 'Balance', debts: 'Debts' },
    standing: {
      checking: 'Checking',
      impossible: 'Cannot check here: open it over https',
      absent: 'You are not in this tree',
      verified: 'Your balance is counted in',
      unsigned: 'Your balance is counted in, signature not checked',
      differs: 'Does not match',
    },
    snapshot: (moment, checked) =>
      checked ? `Snapshot of ${moment}, checked on this phone` : `Snapshot of ${moment}`,
    noTree: 'The first tree of balances is not built yet. One is built at the start of each trading day.',
    noDebts: 'No member owes anything now, so there is no tree of debts.',
    nothing: 'You had none of it when the tree was built.',
    notYet: 'Your balance came after this tree; the next one counts it in.',
    tree: {
      label: (own, depth, total) => `Your ${own} added up over ${depth} levels to all members' ${total}`,
      total: { balances: 'Owed to members', debts: 'Members owe' },
      you: 'You',
      pieces: (count) => `in ${count} pieces`,
      depth: (depth) => `${depth} levels`,
      others: 'others: hashes',
    },
    rows: {
      leaf: {
        title: (count) => (count === 1 ? 'Your leaf' : `Your ${count} leaves`),
        caption: 'account, amount, a random number only you have',
      },
      path: { title: (depth) => `Added up ${depth} levels`, caption: 'no sum on the way is negative' },
      root: {
        title: 'Root as published',
        caption: 'the public list of roots; signature checked',
        unknown: 'the public list of roots; signature not checked on this browser',
      },
      control: { title: 'Total equals the ledger', caption: (control) => `ledger total then ${control}` },
    },
    since: (lines, change) =>
      lines === 0
        ? 'Nothing has changed since the snapshot.'
        : `${lines} ledger ${lines === 1 ? 'line' : 'lines'} since the snapshot, ${change} together. The next tree counts them in.`,
    meaning:
      'If everyone can find himself, the platform cannot understate what it owes. Amounts are split and shuffled, so a neighbouring leaf tells nothing about you.',
    download: 'Download',
    again: 'Check again',
  },
}

import { fundHours } from '@fairlot/rules/deposits'
import { readClosures } from '#features/calendar'
import type { ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { channelChanges, channelPayload, setChannel } from './channels.ts'
import { passDeposit, rejectDeposit } from './decide-deposit.ts'
import type { DecidingDeps } from './deps.ts'
import { readLineOfDeposit } from './statements/store.ts'
import { countSameReceipt, type DepositRow, readDeposit } from './store.ts'
import { depositTerms } from './terms.ts'
import { amountText, momentText } from './words.ts'

/** What the member claims and what the bank says beside each other; the receipt is the picture between them. */
async function describeDeposit(
  tx: Tx,
  row: DepositRow,
  payloadBooked: string,
  isFirst: boolean,
): Promise<ReviewDescription> {
  const [line, uses, terms, closures] = await Promise.all([
    readLineOfDeposit(tx, row.id),
    countSameReceipt(tx, row.id),
    depositTerms(tx, row.sentAt),
    readClosures(tx),
  ])
  const { currency } = row
  // Before anybody has voted, what came is offered; afterwards the first has said what to book.
  const booked = isFirst && line ? line.amount.toString() : payloadBooked
  const after = BigInt(booked) - row.fee
  return {
    facts: [
      { code: 'deposit.channel', value: `${row.channelTw} / ${row.channelEn}` },
      { code: 'deposit.reference', value: row.reference },
      { code: 'deposit.statement-number', value: line?.bankNumber ?? '—' },
      { code: 'deposit.fee', value: amountText(row.fee, currency) },
    ],
    compare: {
      columns: ['deposit.claimed', 'deposit.statement'],
      rows: [
        {
          code: 'amount',
          values: [amountText(row.amount, currency), line ? amountText(line.amount, line.currency) : null],
          differs: line !== undefined && line.amount !== row.amount,
        },
        {
          code: 'deposit.from',
          values: [endingText(row.fromEnding), line ? endingText(line.ending) : null],
          differs:
            line !== undefined &&
            row.fromEnding !== null &&
            line.ending !== '' &&
            !line.ending.endsWith(row.fromEnding.slice(-4)),
        },
        {
          code: 'deposit.time',
          values: [momentText(row.sentAt), line ? momentText(line.bookedAt) : null],
          differs: line?.differences.includes('time') ?? false,
        },
        {
          code: 'deposit.reference',
          values: [row.reference, line?.reference ?? null],
          differs: line?.differences.includes('no-reference') ?? false,
        },
      ],
      ...(line === undefined ? {} : hintOf(row.amount, line.amount)),
    },
    // What came is what there is to book.
    ...(line === undefined || line.amount === row.amount
      ? {}
      : { suggested: { booked: line.amount.toString() } }),
    checks: [
      { ok: line !== undefined, code: 'deposit.on-statement', value: line?.bankNumber ?? '' },
      {
        ok: line?.amount === row.amount,
        code: 'deposit.same-amount',
        value: line ? amountText(line.amount - row.amount, currency) : '',
      },
      {
        ok: line !== undefined && !line.differences.includes('no-reference'),
        code: 'deposit.named',
        value: line?.reference ?? '',
      },
      {
        ok: line?.amount.toString() === booked,
        code: 'deposit.booked-is-statement',
        value: amountText(BigInt(booked), currency),
      },
      { ok: uses === 0, code: 'deposit.receipt-once', value: String(uses) },
      {
        ok: fundHours(closures, terms, row.sentAt).isOpen,
        code: 'deposit.in-hours',
        value: momentText(row.sentAt),
      },
    ],
    lines: [{ code: 'deposit.available', before: null, after: `+${amountText(after, currency)}` }],
    pictures: row.receiptFile === null ? [] : [{ fileId: row.receiptFile, code: 'deposit.receipt' }],
    effects: ['deposit.bank-to-member', 'deposit.told'],
  }
}

/** A zero typed too often or forgotten explains most differences. */
function hintOf(claimed: bigint, came: bigint): { readonly hint?: string } {
  if (claimed === came * 10n) return { hint: 'deposit.zero-too-many' }
  return claimed * 10n === came ? { hint: 'deposit.zero-missing' } : {}
}

const endingText = (ending: string | null): string | null =>
  ending === null || ending === '' ? null : `•••• ${ending.slice(-4)}`

/** Hundredths as text, or the whole number a first approver set. */
const bookedOf = ({ booked }: Readonly<Record<string, unknown>>): string => {
  const text = typeof booked === 'number' || typeof booked === 'string' ? String(booked) : ''
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new Error('the amount to book is no positive whole number of cents')
  return text
}

export const depositReviews = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'deposit',
  mayRevise: ['booked'],
  async describe(tx, { subject, payload, state }) {
    const row = await readDeposit(tx, subject)
    return row ? describeDeposit(tx, row, bookedOf(payload), state === 'waiting') : { facts: [], effects: [] }
  },
  async carryOut(tx, { subject, reviewId, payload }, { now, note }) {
    const booked = BigInt(bookedOf(payload))
    const did = await passDeposit(tx, deps, { depositId: subject, reviewId, booked, note, now })
    return did ? 'passed' : 'withdrawn'
  },
  async turnDown(tx, { subject, reviewId }, { now, note, why }) {
    if (why === 'withdrawn') return
    await rejectDeposit(tx, deps, { depositId: subject, reviewId, note, now, expired: why === 'expired' })
  },
})

export const channelReviews = (): ReviewKindHandler => ({
  kind: 'channel',
  async describe(tx, { payload }) {
    const channel = channelPayload.parse(payload)
    return {
      facts: [
        { code: 'channel.name', value: `${channel.name.tw} / ${channel.name.en}` },
        { code: 'channel.number', value: `${channel.bankCode} ${channel.number}` },
        { code: 'channel.holder', value: channel.holder },
      ],
      checks: [
        {
          ok: BigInt(channel.fee) < BigInt(channel.min),
          code: 'channel.fee-below-min',
          value: amountText(BigInt(channel.fee), channel.currency),
        },
        {
          ok: BigInt(channel.min) <= BigInt(channel.max),
          code: 'channel.bounds',
          value: [channel.min, channel.max]
            .map((bound) => amountText(BigInt(bound), channel.currency))
            .join(' – '),
        },
      ],
      lines: await channelChanges(tx, channel),
      effects: ['channel.set'],
    }
  },
  async carryOut(tx, { payload, reviewId }, { now, requestId }) {
    await setChannel(tx, channelPayload.parse(payload), reviewId, now, requestId)
  },
  turnDown: () => Promise.resolve(),
})

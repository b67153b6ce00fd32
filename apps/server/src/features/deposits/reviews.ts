import { depositRejections } from '@fairlot/contract/deposits'
import { balanceOf, member } from '@fairlot/ledger'
import { dayMs, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { depositsRules, refuseBooking } from '@fairlot/rules/deposits'
import { fundHours } from '@fairlot/rules/fund-requests'
import { isTooShort } from '@fairlot/rules/operators'
import { readLineOfDeposit } from '#features/bank-statements'
import { readClosures } from '#features/calendar'
import { amountText, momentText } from '#features/fund-requests'
import type { ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { refuse } from '#platform/outcome'
import { channelChanges, channelPayload, setChannel } from './channels.ts'
import { passDeposit, rejectDeposit } from './decide-deposit.ts'
import type { DecidingDeps } from './deps.ts'
import {
  countSameReceipt,
  type DepositRow,
  readDeposit,
  readSender,
  type Sender,
  sumOtherDeposits,
  sumPassed,
} from './store.ts'
import { depositTerms } from './terms.ts'

/** Shows the member's claim and the bank's line next to each other, with the receipt between them. */
async function describeDeposit(
  tx: Tx,
  row: DepositRow,
  payloadBooked: string,
  isFirst: boolean,
): Promise<ReviewDescription> {
  const [line, uses, terms, closures, month, available] = await Promise.all([
    readLineOfDeposit(tx, row.id),
    countSameReceipt(tx, row.id),
    depositTerms(tx, row.sentAt),
    readClosures(tx),
    sumPassed(tx, row, new Date(row.sentAt.getTime() - 30 * dayMs)),
    balanceOf(tx, member(row.memberId).available(row.currency)),
  ])
  const { currency } = row
  const sender = await readSender(tx, row.memberId, line?.ending ?? row.fromEnding ?? '')
  // Before the first vote the arrived amount is suggested; afterwards the first approver has set the amount.
  const booked = isFirst && line ? line.amount.toString() : payloadBooked
  const after = BigInt(booked) - row.fee
  return {
    facts: [
      { code: 'deposit.channel', value: `${row.channelTw} / ${row.channelEn}` },
      { code: 'deposit.statement-number', value: line?.bankNumber ?? '—' },
      { code: 'deposit.fee', value: amountText(row.fee, currency) },
      { code: 'deposit.last-month', value: `${month.count} · ${amountText(month.sum, currency)}` },
    ],
    compare: compareOf(row, line, sender),
    // The bank line is the amount to book; without one an approver must explain why it can be booked.
    ...(line === undefined ? { noteNeeded: isFirst } : { suggested: { booked: line.amount.toString() } }),
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
        ok: sender.holder !== null,
        code: 'deposit.own-account',
        value: sender.bank ?? '',
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
    lines: [
      {
        code: 'deposit.available',
        before: amountText(available, currency),
        after: `${amountText(available + after, currency)} (+${amountText(after, currency)})`,
      },
    ],
    pictures: row.receiptFile === null ? [] : [{ fileId: row.receiptFile, code: 'deposit.receipt' }],
    effects: ['deposit.bank-to-member', 'deposit.notified'],
  }
}

/** The member's claim beside the bank's line. */
const compareOf = (
  row: DepositRow,
  line: Awaited<ReturnType<typeof readLineOfDeposit>>,
  sender: Sender,
): NonNullable<ReviewDescription['compare']> => ({
  columns: ['deposit.claimed', 'deposit.statement'],
  rows: [
    {
      code: 'amount',
      values: [amountText(row.amount, row.currency), line ? amountText(line.amount, line.currency) : null],
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
      code: 'deposit.holder',
      values: [sender.name, line ? sender.holder : null],
      differs: line !== undefined && sender.holder !== null && sender.holder !== sender.name,
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
})

/** One zero too many or too few explains most differences. */
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
    throw new Error('the amount to book must be a positive whole number of cents')
  return text
}

export const depositReviews = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'deposit',
  mayRevise: ['booked'],
  async describe(tx, { subject, payload, state }) {
    const row = await readDeposit(tx, subject)
    return row ? describeDeposit(tx, row, bookedOf(payload), state === 'waiting') : { facts: [], effects: [] }
  },
  async documents(tx, { subject }) {
    const [row, line] = await Promise.all([readDeposit(tx, subject), readLineOfDeposit(tx, subject)])
    return [
      ...(row === undefined || row.receiptFile === null
        ? []
        : [{ code: 'deposit.receipt', fileId: row.receiptFile }]),
      ...(line?.matchedAt ? [{ code: 'deposit.statement', since: line.matchedAt }] : []),
    ]
  },
  async refuseApproval(tx, { subject, state }, { payload, notes, now }) {
    const [row, line] = await Promise.all([readDeposit(tx, subject), readLineOfDeposit(tx, subject)])
    if (!row) return undefined
    const booked = BigInt(bookedOf(payload))
    const refusal = refuseBooking({
      booked,
      bank: line?.amount ?? null,
      isFirst: state === 'waiting',
      max: await maxToBook(tx, row, now),
      hasReason: notes.some((note) => !isTooShort(note)),
    })
    switch (refusal) {
      case 'deposit.booked-differs':
        return refuse(refusal, { field: 'booked', params: { bank: amountText(line!.amount, row.currency) } })
      case 'deposit.booked-too-much':
        return refuse(refusal, {
          field: 'booked',
          params: { max: amountText((await maxToBook(tx, row, now))!, row.currency) },
          rule: depositsRules.max.id,
        })
      case 'review.no-bank-line':
        return refuse(refusal, { field: 'note' })
      case undefined:
        return undefined
    }
  },
  async execute(tx, { subject, reviewId, payload, number }, { now, note }) {
    const booked = BigInt(bookedOf(payload))
    const [row, line] = await Promise.all([readDeposit(tx, subject), readLineOfDeposit(tx, subject)])
    const max = row ? await maxToBook(tx, row, now) : null
    // The console refuses this before the vote. If such votes arrive another way, nothing is booked.
    if ((line !== undefined && booked > line.amount) || (max !== null && booked > max)) {
      throw new Error(`review ${number} would book more than the bank line or the rule allows`)
    }
    const did = await passDeposit(tx, deps, { depositId: subject, reviewId, booked, note, now })
    return did ? 'passed' : 'cancelled'
  },
  async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason }) {
    if (why === 'cancelled') return
    const rejectionReason = why === 'expired' ? 'expired' : depositRejections.find((each) => each === reason)
    if (rejectionReason === undefined)
      throw new Error(`review ${number} was rejected without a valid deposit reason`)
    await rejectDeposit(tx, deps, { depositId: subject, reviewId, note, now, rejectionReason })
  },
})

/**
 * The largest amount the rules still allow for this deposit: the limit of one deposit, and what is left of the day.
 * Null where no rule applies.
 */
async function maxToBook(tx: Tx, row: DepositRow, now: Date): Promise<bigint | null> {
  if (row.currency !== 'TWD') return null
  const terms = await depositTerms(tx, now)
  const day = new Date(taipeiMidnight(taipeiDate(row.sentAt.getTime())))
  const others = await sumOtherDeposits(tx, row, day, new Date(day.getTime() + dayMs))
  const left = BigInt(terms.maxPerDay) - others
  const max = left < BigInt(terms.max) ? left : BigInt(terms.max)
  // An amount that was allowed at the request may be booked, even after the rule was lowered.
  return max > row.amount ? max : row.amount
}

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
  async execute(tx, { payload, reviewId }, { now, requestId }) {
    await setChannel(tx, channelPayload.parse(payload), reviewId, now, requestId)
  },
  onRejected: () => Promise.resolve(),
})

import type { ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { channelChanges, channelPayload, setChannel } from './channels.ts'
import { passDeposit, rejectDeposit } from './decide-deposit.ts'
import type { DecidingDeps } from './deps.ts'
import { readLineOfDeposit } from './statements/store.ts'
import { type DepositRow, readDeposit } from './store.ts'

/** Claim, receipt and the bank's line side by side: the three that must agree. */
async function describeDeposit(tx: Tx, row: DepositRow, booked: string): Promise<ReviewDescription> {
  const line = await readLineOfDeposit(tx, row.id)
  return {
    facts: [
      { code: 'deposit.channel', value: row.channelTw },
      { code: 'deposit.claimed', value: `${row.amount} ${row.currency}` },
      { code: 'deposit.reference', value: row.reference },
      { code: 'deposit.from', value: row.fromEnding === null ? '—' : `•••• ${row.fromEnding}` },
      { code: 'deposit.statement', value: line ? `${line.amount} ${line.currency}` : '—' },
      { code: 'deposit.statement-reference', value: line?.reference ?? '—' },
      { code: 'deposit.statement-time', value: line?.bookedAt.toISOString() ?? '—' },
    ],
    checks: [
      { ok: line !== undefined, code: 'deposit.on-statement', value: line?.bankNumber ?? '' },
      {
        ok: line?.amount === row.amount,
        code: 'deposit.same-amount',
        value: line ? (line.amount - row.amount).toString() : '',
      },
      {
        ok: line !== undefined && !line.differences.includes('no-reference'),
        code: 'deposit.named',
        value: '',
      },
      { ok: line?.amount.toString() === booked, code: 'deposit.booked-is-statement', value: booked },
    ],
    lines: [{ code: 'deposit.available', before: '0', after: (BigInt(booked) - row.fee).toString() }],
    pictures: row.receiptFile === null ? [] : [{ fileId: row.receiptFile, code: 'deposit.receipt' }],
    effects: ['deposit.bank-to-member', 'deposit.told'],
  }
}

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
  async describe(tx, { subject, payload }) {
    const row = await readDeposit(tx, subject)
    return row ? describeDeposit(tx, row, bookedOf(payload)) : { facts: [], effects: [] }
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
        { ok: BigInt(channel.fee) < BigInt(channel.min), code: 'channel.fee-below-min', value: channel.fee },
        { ok: BigInt(channel.min) <= BigInt(channel.max), code: 'channel.bounds', value: channel.max },
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

import { balanceOf, member } from '@fairlot/ledger'
import * as z from 'zod/mini'
import { amountText } from '#features/fund-requests'
import type { ReviewKindHandler } from '#features/operators'
import type { DecidingDeps } from '../deps.ts'
import { reverseDeposit, takenFromMember } from './reverse-deposit.ts'
import { readBooked } from './store.ts'

const payloadOf = z.strictObject({
  depositId: z.uuid(),
  entryId: z.uuid(),
  booked: z.string(),
  right: z.nullable(z.string()),
  texts: z.strictObject({ tw: z.string(), en: z.string() }),
})
export type ReversalPayload = z.infer<typeof payloadOf>

const rightOf = ({ right }: ReversalPayload): bigint | null => (right === null ? null : BigInt(right))

/** The subject of the review is the deposit. */
export const reversalReviews = (deps: Pick<DecidingDeps, 'bus' | 'subjects'>): ReviewKindHandler => ({
  kind: 'deposit-reversal',
  async describe(tx, { subject, payload }) {
    const asked = payloadOf.parse(payload)
    const row = await readBooked(tx, subject)
    if (!row) return { facts: [], effects: [] }
    const { currency, booked, line } = row
    const right = rightOf(asked)
    const money = (amount: bigint): string => amountText(amount, currency)
    const available = await balanceOf(tx, member(row.memberId).available(currency))
    const after = available - takenFromMember(row, right)
    return {
      facts: [
        { code: 'reversal.deposit', value: row.number ?? row.depositId },
        { code: 'reversal.claimed', value: money(row.amount) },
        { code: 'reversal.line', value: line === null ? '—' : money(line) },
        { code: 'reversal.text-tw', value: asked.texts.tw },
        { code: 'reversal.text-en', value: asked.texts.en },
      ],
      checks: [
        { ok: !row.isCorrected, code: 'reversal.once', value: '' },
        { ok: after >= 0n, code: 'reversal.member-keeps', value: money(after) },
        { ok: line === right, code: 'reversal.is-line', value: line === null ? '—' : money(line) },
      ],
      lines: [
        { code: 'reversal.bank', before: money(booked), after: money(right ?? 0n) },
        { code: 'reversal.available', before: money(available), after: money(after) },
      ],
      effects: ['reversal.mirror', ...(right === null ? [] : ['reversal.books']), 'reversal.notified'],
    }
  },
  execute(tx, { subject, reviewId, payload }, { now }) {
    const asked = payloadOf.parse(payload)
    return reverseDeposit(tx, deps, {
      depositId: subject,
      entryId: asked.entryId,
      right: rightOf(asked),
      texts: asked.texts,
      reviewId,
      now,
    })
  },
  onRejected: () => Promise.resolve(),
})

import { bankLineActions, bankLineTargets } from '@fairlot/contract/bank-statements'
import * as z from 'zod/mini'
import { amountText, momentText } from '#features/fund-requests'
import type { ReviewKindHandler } from '#features/operators'
import { type ConfirmPayout, returnReferenceOf, settleBankLine } from './lines/settle-line.ts'
import { readBankLine, readCandidate } from './lines/store.ts'

const payloadOf = z.strictObject({
  lineId: z.uuid(),
  action: z.enum(bankLineActions),
  target: z.nullable(z.strictObject({ kind: z.enum(bankLineTargets), id: z.uuid() })),
  amount: z.string(),
  currency: z.string(),
})
export type BankLinePayload = z.infer<typeof payloadOf>

/** The subject of the review is the bank line. */
export const bankLineReviews = (confirmPayout: ConfirmPayout): ReviewKindHandler => ({
  kind: 'bank-line',
  async describe(tx, { payload }) {
    const { lineId, action, target, amount, currency } = payloadOf.parse(payload)
    const [line, found] = await Promise.all([
      readBankLine(tx, lineId),
      target === null ? undefined : readCandidate(tx, target.kind, currency, target.id),
    ])
    return {
      facts: [
        { code: `bank-line.action-${action}`, value: amountText(BigInt(amount), currency) },
        { code: 'bank-line.number', value: line?.bankNumber ?? '—' },
        { code: 'bank-line.reference', value: line?.reference ?? '—' },
        { code: 'bank-line.from', value: line?.ending ?? '—' },
        { code: 'bank-line.booked', value: line ? momentText(line.bookedAt) : '—' },
        ...(found === undefined
          ? []
          : [
              { code: `bank-line.target-${found.kind}`, value: found.number ?? found.id },
              { code: 'bank-line.target-amount', value: amountText(found.amount, currency) },
            ]),
        ...(action === 'return' ? [{ code: 'bank-line.write', value: returnReferenceOf(lineId) }] : []),
      ],
      checks: [
        {
          ok: line?.state === 'open' || line?.state === 'suspense',
          code: 'bank-line.still-open',
          value: line?.bankNumber ?? '',
        },
        ...(target === null
          ? []
          : [{ ok: found !== undefined, code: 'bank-line.target-waits', value: found?.number ?? '' }]),
      ],
      effects: [
        ...(line?.state === 'suspense' && action === 'match' ? ['bank-line.leaves-suspense'] : []),
        `bank-line.effect-${action === 'match' ? (target?.kind ?? 'deposit') : action}`,
      ],
    }
  },
  execute(tx, { payload, reviewId }, { now }) {
    return settleBankLine(tx, confirmPayout, { ...payloadOf.parse(payload), reviewId, now })
  },
  onRejected: () => Promise.resolve(),
})

import type { CalendarName } from '@fairlot/rules/calendar'
import { exReference, microsPerDollar } from '@fairlot/rules/corporate-actions'
import { formatMoney, formatPrice } from '@fairlot/money'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '#features/operators'
import { announceAction } from './console/store.ts'
import { termsProblem } from './check-terms.ts'
import { dividendPayload } from './payload.ts'
import { readStock } from './store.ts'

/** The subject is the id of the future action. The terms are read from the review by the database itself. */
const announcing = (deps: { readonly calendar: CalendarName }): ReviewKindHandler => ({
  kind: 'corporate-actions',
  async describe(tx, { payload, openedAt }) {
    const terms = dividendPayload.parse(payload)
    const stock = await readStock(tx, terms.symbol)
    const { symbol, cashMicros, exOn, paysOn, supplementFrom, supplementRate } = terms
    return {
      facts: [
        { code: 'dividend.stock', value: stock ? `${stock.nameTw} ${stock.nameEn} ${symbol}` : symbol },
        { code: 'dividend.cash', value: String(cashMicros / microsPerDollar) },
        { code: 'dividend.ex', value: exOn },
        { code: 'dividend.pays', value: paysOn },
        {
          code: 'dividend.reference',
          value: stock
            ? `${formatPrice(BigInt(stock.price))} → ${formatPrice(BigInt(exReference(stock.kind, stock.price, cashMicros)))}`
            : '',
        },
        {
          code: 'dividend.supplement',
          value: `${supplementRate / 100}%, ${formatMoney(BigInt(supplementFrom))}`,
        },
      ],
      checks: [
        {
          ok: (await termsProblem(tx, deps, terms, openedAt)) === undefined,
          code: 'dividend.terms-valid',
          value: '',
        },
      ],
      effects: ['dividend.announced', 'dividend.adjusted', 'dividend.paid-to-holders'],
    }
  },
  async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const terms = dividendPayload.parse(payload)
    // The ex-date may have come while the review waited.
    if ((await termsProblem(tx, deps, terms, now)) !== undefined) return 'past-opening'
    await announceAction(tx, reviewId, now)
    await recordAudit(tx, {
      action: 'corporate-actions.announced',
      actor: 'system',
      subject: `corporate-action:${subject}`,
      details: { reviewId, ...terms },
      requestId,
    })
    return 'passed'
  },
  onRejected: () => Promise.resolve(),
})

export const corporateActionsReviews = (deps: {
  readonly calendar: CalendarName
}): readonly ReviewKindHandler[] => [announcing(deps)]

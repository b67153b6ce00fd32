import { type CalendarName, taipeiDate } from '@fairlot/rules/calendar'
import {
  cashText,
  exReference,
  isCancellable,
  isSplit,
  perThousandText,
  ratioOf,
  type ShareTerms,
} from '@fairlot/rules/corporate-actions'
import { formatMoney, formatPrice } from '@fairlot/money'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '#features/operators'
import { announceAction, cancelAction } from './console/store.ts'
import { termsProblem } from './check-terms.ts'
import { dividendPayload } from './payload.ts'
import { readAction, readStock } from './store.ts'

function factsOf(terms: ShareTerms & { readonly cashMicros: number }) {
  const { cashMicros, stockMicros, splitTo, splitFrom } = terms
  if (isSplit(terms)) return [{ code: 'split.ratio' as const, value: `${splitFrom} → ${splitTo}` }]
  return [
    { code: 'dividend.cash' as const, value: cashText(cashMicros) },
    ...(stockMicros > 0 ? [{ code: 'dividend.shares' as const, value: perThousandText(stockMicros) }] : []),
  ]
}

/** The subject is the id of the future action. The terms are read from the review by the database itself. */
const announcing = (deps: { readonly calendar: CalendarName }): ReviewKindHandler => ({
  kind: 'corporate-actions',
  async describe(tx, { payload, openedAt }) {
    const terms = dividendPayload.parse(payload)
    const stock = await readStock(tx, terms.symbol)
    const { symbol, cashMicros, exOn, paysOn, supplementFrom, supplementRate } = terms
    const split = isSplit(terms)
    return {
      facts: [
        { code: 'dividend.stock', value: stock ? `${stock.nameTw} ${stock.nameEn} ${symbol}` : symbol },
        ...factsOf(terms),
        { code: 'dividend.ex', value: exOn },
        { code: 'dividend.pays', value: paysOn },
        {
          code: 'dividend.reference',
          value: stock
            ? `${formatPrice(BigInt(stock.price))} → ${formatPrice(BigInt(exReference(stock.kind, stock.price, cashMicros, ratioOf(terms))))}`
            : '',
        },
        ...(split
          ? []
          : [
              {
                code: 'dividend.supplement' as const,
                value: `${supplementRate / 100}%, ${formatMoney(BigInt(supplementFrom))}`,
              },
            ]),
      ],
      checks: [
        {
          ok: (await termsProblem(tx, deps, terms, openedAt)) === undefined,
          code: 'dividend.terms-valid',
          value: '',
        },
      ],
      effects: split
        ? ['dividend.announced', 'split.adjusted', 'split.conditionals']
        : [
            'dividend.announced',
            'dividend.adjusted',
            'dividend.paid-to-holders',
            ...(terms.stockMicros > 0 ? (['dividend.shares-arrive'] as const) : []),
          ],
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

/** The worker notifies the holders. Nothing was booked or adjusted before the ex-date, so nothing is undone. */
const cancelling: ReviewKindHandler = {
  kind: 'dividend-cancel',
  async describe(tx, { subject, openedAt }) {
    const action = await readAction(tx, subject)
    const today = taipeiDate(openedAt.getTime())
    return {
      facts: action
        ? [
            { code: 'dividend.stock', value: `${action.nameTw} ${action.nameEn} ${action.symbol}` },
            ...factsOf(action),
            { code: 'dividend.ex', value: action.exOn },
            { code: 'dividend.pays', value: action.paysOn },
          ]
        : [],
      checks: [
        {
          ok: action !== undefined && isCancellable(action, today),
          code: 'dividend.before-ex',
          value: action?.exOn ?? '',
        },
      ],
      effects: ['dividend.cancelled', 'dividend.holders-notified'],
    }
  },
  async execute(tx, { subject, reviewId }, { now, requestId }) {
    const action = await readAction(tx, subject)
    // The ex-date may have come while the review waited.
    if (!action || !isCancellable(action, taipeiDate(now.getTime()))) return 'past-opening'
    if (!(await cancelAction(tx, reviewId, now))) return 'superseded'
    const { symbol, cashMicros, stockMicros, splitTo, splitFrom, exOn } = action
    await recordAudit(tx, {
      action: 'corporate-actions.cancelled',
      actor: 'system',
      subject: `corporate-action:${subject}`,
      details: { reviewId, symbol, cashMicros, stockMicros, splitTo, splitFrom, exOn },
      requestId,
    })
    return 'passed'
  },
  onRejected: () => Promise.resolve(),
}

export const corporateActionsReviews = (deps: {
  readonly calendar: CalendarName
}): readonly ReviewKindHandler[] => [announcing(deps), cancelling]

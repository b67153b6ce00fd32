// One timeline step as text. Its data is the hashed JSON; a missing field is left out.

import type { DataOf } from '@fairlot/contract'
import { priceText } from '#features/market-data'
import type { Language } from '@fairlot/app-shell/language'
import { countText, moneyText, quantityText } from '../figures.ts'
import type { OrdersTexts } from '../texts/tw.ts'
import type { Order } from '../list/order-state.ts'
import type { TimelineTexts } from './texts/tw.ts'

export type Step = DataOf<'/orders/readOrder'>['steps'][number]

export interface StepTexts {
  readonly title: string
  readonly caption: string
  readonly isBad: boolean
}

type Data = Readonly<Record<string, unknown>>

export const dataOf = (text: string): Data => {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Data) : {}
  } catch {
    return {}
  }
}

const numberIn = (data: Data, name: string): number | undefined => {
  const value = data[name]
  return typeof value === 'number' ? value : undefined
}
/** Amounts are decimal digits of hundredths; zero is left out. */
const amountIn = (data: Data, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' && /^\d{1,30}$/.test(value) && value !== '0' ? moneyText(value) : undefined
}
const textIn = (data: Data, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' ? value : undefined
}

export const ruleTextOf = (rule: string, texts: TimelineTexts): string => {
  const text = texts.rules[rule]
  return text === undefined ? texts.ruleOnly(rule) : texts.rule(text, rule)
}

/** Why an order ended: a cancel reason of the venue, or the rule that refused it. */
export const reasonTextOf = (reason: string, texts: TimelineTexts): string =>
  texts.reasons[reason] ?? ruleTextOf(reason, texts)

interface StepContext {
  readonly texts: TimelineTexts
  readonly orders: OrdersTexts
  readonly isSigned: boolean
  readonly language: Language
  readonly order: Pick<Order, 'origin'>
}

export const stepTextsOf = (step: Step, context: StepContext): StepTexts => {
  const [title, ...caption] = linesOf[step.what](dataOf(step.data), context)
  return {
    title,
    caption: caption.filter((part) => part !== undefined && part !== '').join(context.orders.comma),
    isBad: step.what === 'refused',
  }
}

/** The title of a step, then the parts of its caption. */
type Lines = readonly [title: string, ...caption: (string | undefined)[]]

const quantityIn = (data: Data, language: Language): string => {
  const quantity = numberIn(data, 'quantity')
  return quantity === undefined ? '' : quantityText(quantity, language)
}
const sequenceIn = (data: Data, texts: TimelineTexts): string | undefined => {
  const event = numberIn(data, 'event')
  return event === undefined ? undefined : texts.sequence(countText(event))
}
const backIn = (data: Data, texts: TimelineTexts): string | undefined => {
  const back = amountIn(data, 'released')
  return back === undefined ? undefined : texts.back(back)
}

const linesOf: Readonly<Record<Step['what'], (data: Data, context: StepContext) => Lines>> = {
  placed: (data, { texts, orders, isSigned, order, language }) => {
    const price = numberIn(data, 'price')
    const at = price === undefined ? orders.order.market : orders.order.limit(priceText(price))
    return [
      order.origin === 'member' ? texts.steps.placed : texts.steps.placedBy[order.origin],
      numberIn(data, 'quantity') === undefined
        ? undefined
        : texts.terms(at, quantityIn(data, language), textIn(data, 'validity') ?? ''),
      textIn(data, 'replaces') === undefined ? undefined : texts.replaces,
      order.origin !== 'member' ? undefined : isSigned ? texts.signed : texts.session,
    ]
  },
  held: (data, { texts }) => {
    const cash = amountIn(data, 'cash')
    const shares = numberIn(data, 'shares') ?? 0
    const price = numberIn(data, 'price')
    return [
      cash !== undefined
        ? texts.steps.held(cash)
        : shares > 0
          ? texts.steps.heldShares(countText(shares))
          : texts.steps.heldNothing,
      cash === undefined || price === undefined ? undefined : texts.heldAt(priceText(price)),
    ]
  },
  accepted: (data, { texts }) => [texts.steps.accepted, sequenceIn(data, texts)],
  filled: (data, { texts, language }) => {
    const borrowed = amountIn(data, 'borrowFee')
    const left = numberIn(data, 'left') ?? 0
    return [
      texts.steps.filled(quantityIn(data, language), priceText(numberIn(data, 'price') ?? null)),
      texts.costs(amountIn(data, 'fee') ?? moneyText(0n), amountIn(data, 'tax') ?? moneyText(0n)),
      borrowed === undefined ? undefined : texts.borrowFee(borrowed),
      backIn(data, texts),
      left === 0 ? undefined : texts.left(quantityText(left, language)),
      sequenceIn(data, texts),
    ]
  },
  reduced: (data, { texts, language }) => [
    texts.steps.reduced(quantityText(numberIn(data, 'by') ?? 0, language)),
    backIn(data, texts),
    sequenceIn(data, texts),
  ],
  'cancel-asked': (data, { texts }) => {
    const rule = textIn(data, 'rule')
    return [
      data['all'] === true ? texts.steps['cancel-asked-all'] : texts.steps['cancel-asked'],
      rule === undefined ? undefined : ruleTextOf(rule, texts),
    ]
  },
  cancelled: (data, { texts, language }) => {
    const reason = textIn(data, 'reason')
    return [
      texts.steps.cancelled(quantityIn(data, language)),
      reason === undefined ? undefined : reasonTextOf(reason, texts),
      sequenceIn(data, texts),
    ]
  },
  replaced: (data, { texts }) => [texts.steps.replaced, sequenceIn(data, texts)],
  refused: (data, { texts }) => [
    texts.steps.refused,
    ruleTextOf(textIn(data, 'rule') ?? '', texts),
    sequenceIn(data, texts),
  ],
  released: (data, { texts }) => {
    const cash = amountIn(data, 'cash')
    const shares = Number(data['shares'] ?? 0)
    return [cash === undefined ? texts.steps.releasedShares(countText(shares)) : texts.steps.released(cash)]
  },
}

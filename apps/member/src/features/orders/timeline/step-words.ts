// One timeline step as text. Its data is the hashed JSON; a missing field is left out.

import type { DataOf } from '@fairlot/contract'
import { priceText } from '#features/market-data'
import { countText, lotsText, moneyText } from '../figures.ts'
import type { OrdersTexts } from '../texts/tw.ts'
import type { Order } from '../list/order-state.ts'
import type { TimelineTexts } from './texts/tw.ts'

export type Step = DataOf<'/orders/readOrder'>['steps'][number]

export interface StepWords {
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

export const ruleWords = (rule: string, texts: TimelineTexts): string => {
  const words = texts.rules[rule]
  return words === undefined ? texts.ruleOnly(rule) : texts.rule(words, rule)
}

/** Why an order ended: a cancel reason of the venue, or the rule that refused it. */
export const reasonWords = (reason: string, texts: TimelineTexts): string =>
  texts.reasons[reason] ?? ruleWords(reason, texts)

interface Words {
  readonly texts: TimelineTexts
  readonly orders: OrdersTexts
  readonly isSigned: boolean
  readonly order: Pick<Order, 'origin'>
}

export const stepWords = (step: Step, { texts, orders, isSigned, order }: Words): StepWords => {
  const data = dataOf(step.data)
  const quantity = numberIn(data, 'quantity')
  const lots = quantity === undefined ? '' : lotsText(quantity)
  const event = numberIn(data, 'event')
  const sequence = event === undefined ? undefined : texts.sequence(countText(event))
  const said = (...parts: readonly (string | undefined)[]) =>
    parts.filter((part) => part !== undefined && part !== '').join(orders.comma)
  const words = (title: string, ...caption: readonly (string | undefined)[]): StepWords => ({
    title,
    caption: said(...caption),
    isBad: step.what === 'refused',
  })
  switch (step.what) {
    case 'placed': {
      const price = numberIn(data, 'price')
      const at = price === undefined ? orders.order.market : orders.order.limit(priceText(price))
      return words(
        order.origin === 'member' ? texts.steps.placed : texts.steps.placedBy[order.origin],
        quantity === undefined
          ? undefined
          : texts.terms(at, orders.lots.of(lots), textIn(data, 'validity') ?? ''),
        textIn(data, 'replaces') === undefined ? undefined : texts.replaces,
        order.origin !== 'member' ? undefined : isSigned ? texts.signed : texts.session,
      )
    }
    case 'held': {
      const cash = amountIn(data, 'cash')
      const shares = numberIn(data, 'shares') ?? 0
      const price = numberIn(data, 'price')
      return words(
        cash !== undefined
          ? texts.steps.held(cash)
          : shares > 0
            ? texts.steps.heldShares(countText(shares))
            : texts.steps.heldNothing,
        cash === undefined || price === undefined ? undefined : texts.heldAt(priceText(price)),
      )
    }
    case 'accepted':
      return words(texts.steps.accepted, sequence)
    case 'filled': {
      const borrowed = amountIn(data, 'borrowFee')
      const back = amountIn(data, 'released')
      const left = numberIn(data, 'left') ?? 0
      return words(
        texts.steps.filled(lots, priceText(numberIn(data, 'price') ?? null)),
        texts.costs(amountIn(data, 'fee') ?? moneyText(0n), amountIn(data, 'tax') ?? moneyText(0n)),
        borrowed === undefined ? undefined : texts.borrowFee(borrowed),
        back === undefined ? undefined : texts.back(back),
        left === 0 ? undefined : texts.left(lotsText(left)),
        sequence,
      )
    }
    case 'reduced': {
      const back = amountIn(data, 'released')
      return words(
        texts.steps.reduced(lotsText(numberIn(data, 'by') ?? 0)),
        back === undefined ? undefined : texts.back(back),
        sequence,
      )
    }
    case 'cancel-asked': {
      const rule = textIn(data, 'rule')
      return words(
        data['all'] === true ? texts.steps['cancel-asked-all'] : texts.steps['cancel-asked'],
        rule === undefined ? undefined : ruleWords(rule, texts),
      )
    }
    case 'cancelled':
    case 'replaced': {
      const reason = textIn(data, 'reason')
      return words(
        step.what === 'replaced' ? texts.steps.replaced : texts.steps.cancelled(lots),
        reason === undefined || step.what === 'replaced' ? undefined : reasonWords(reason, texts),
        sequence,
      )
    }
    case 'refused':
      return words(texts.steps.refused, ruleWords(textIn(data, 'rule') ?? '', texts), sequence)
    case 'released': {
      const cash = amountIn(data, 'cash')
      const shares = Number(data['shares'] ?? 0)
      return words(
        cash === undefined ? texts.steps.releasedShares(countText(shares)) : texts.steps.released(cash),
      )
    }
  }
}

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney } from '@fairlot/money'
import type { OrdersTexts } from './texts/tw.ts'

export type Order = ConsoleDataOf<'/orders/orders'>['orders'][number]
export type WaitingEntry = ConsoleDataOf<'/orders/orders'>['waiting'][number]
export type Inspected = ConsoleDataOf<'/orders/inspect'>

export const grouped = (count: number): string => count.toLocaleString('en-US')

/** As the member's app shows it: the beginning and the end. */
export const displayOrder = (orderId: string): string => `${orderId.slice(0, 6)}…${orderId.slice(-6)}`

/** 250 is two and a half times. */
export const timesOf = (multiple: number): string => (multiple === 100 ? '' : String(multiple / 100))

export const priceOf = (price: number): string => formatMoney(BigInt(price))

/** Stop loss and take profit in one line; empty without any. */
export const exitsText = (exits: Inspected['exits'], { waiting }: OrdersTexts): string =>
  [
    ...(exits?.takeProfit == null ? [] : [waiting.takeProfit(priceOf(exits.takeProfit))]),
    ...(exits?.stop == null ? [] : [waiting.stop(priceOf(exits.stop))]),
  ].join(' · ')

type Side = Pick<Order, 'direction' | 'multiple' | 'purpose'>

export const sideText = ({ direction, multiple, purpose }: Side, texts: OrdersTexts): string =>
  [direction === 'long' ? texts.long(timesOf(multiple)) : texts.short, texts.purposes[purpose]]
    .filter((part) => part !== '')
    .join(' ')

/** An open order with fills says so. */
export const stateOf = ({ state, filled }: Pick<Order, 'state' | 'filled'>): keyof OrdersTexts['states'] =>
  state === 'entrusted' && filled > 0 ? 'partly' : state

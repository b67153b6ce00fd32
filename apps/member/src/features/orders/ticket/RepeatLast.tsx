// Fills the ticket with the member's last opening order of this stock.

import type { DataOf } from '@fairlot/contract'
import { useLanguage } from '@fairlot/app-shell/language'
import { isOddLot, lotSize } from '@fairlot/rules/instruments'
import { longMultiples } from '@fairlot/rules/orders'
import { Icon } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { useRead } from '#shell/data.ts'
import { multipleText, quantityText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import type { Draft } from './draft.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './RepeatLast.module.css'

type Order = DataOf<'/orders/listOrders'>['orders'][number]

const newest = (orders: readonly Order[]): Order | undefined =>
  orders
    .filter(({ purpose, origin }) => purpose === 'open' && origin === 'member')
    .toSorted((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt))[0]

const draftOf = ({ direction, price, quantity, multiple, validity }: Order): Partial<Draft> => ({
  direction,
  ...(isOddLot(quantity)
    ? { odd: { shares: quantity, amount: null } }
    : { lots: quantity / lotSize, amount: null }),
  multiple: longMultiples.find((each) => each === multiple) ?? 100,
  validity,
  ...(price === null ? { priceType: 'market' } : { priceType: 'limit', price }),
})

const useLastOrder = (symbol: string): Order | undefined => {
  const options = { quiet: true, staleTime: 10_000 } as const
  const open = useRead('/orders/listOrders', { which: 'open', symbol }, options).data
  const ended = useRead('/orders/listOrders', { which: 'ended', symbol }, options).data
  if (open === undefined || ended === undefined) return undefined
  return newest([...open.orders, ...ended.orders])
}

export const RepeatLast = ({ ticket }: { readonly ticket: Ticket }) => {
  const texts = ordersTexts.use()
  const language = useLanguage()
  const { draft, change, source } = ticket
  const last = useLastOrder(source.instrument.symbol)
  if (last === undefined || last.direction !== draft.direction) return null
  const what = [
    quantityText(last.quantity, language),
    last.price === null ? texts.order.market : texts.order.limit(priceText(last.price)),
    ...(last.multiple > 100 ? [texts.multiple(multipleText(last.multiple))] : []),
  ].join(texts.comma)
  return (
    <button type="button" className={styles.repeat} onClick={() => change(draftOf(last))}>
      <Icon name="reload" size={1.125} />
      <span>
        <b>{texts.size.repeat}</b>
        <small>{what}</small>
      </span>
    </button>
  )
}

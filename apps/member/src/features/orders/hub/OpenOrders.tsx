import { Card, Section, TextLink } from '@fairlot/ui'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { OrderRow } from '../list/OrderRow.tsx'
import type { Order } from '../list/order-state.ts'
import { hubTexts } from './texts/index.ts'
import styles from './OpenOrders.module.css'

const SHOWN = 3

export const OpenOrders = () => {
  const texts = hubTexts.use()
  const open = useRead('/orders/listOrders', { which: 'open' }, { quiet: true })
  const count = open.data?.orders.length ?? 0
  return (
    <Section
      small
      title={texts.open}
      aside={
        count > SHOWN ? (
          <TextLink href="/position/position?state=delegation">{texts.all(count)}</TextLink>
        ) : undefined
      }
    >
      <Answered read={open}>{({ orders }) => <Orders orders={orders.slice(0, SHOWN)} />}</Answered>
    </Section>
  )
}

const Orders = ({ orders }: { readonly orders: readonly Order[] }) => {
  const texts = hubTexts.use()
  const { nothing } = shellTexts.use()
  const language = useLanguage()
  const rows = useNamedRows(orders.map(({ symbol }) => symbol))
  if (orders.length === 0)
    return (
      <Card pad>
        <p className={styles.nothing}>{nothing}</p>
        <p className={styles.none}>{texts.none}</p>
      </Card>
    )
  return (
    <div className={styles.list}>
      {orders.map((order) => {
        const row = rows.get(order.symbol)
        return (
          <OrderRow
            key={order.orderId}
            order={order}
            name={row === undefined ? order.symbol : shortNameIn(language, row)}
          />
        )
      })}
    </div>
  )
}

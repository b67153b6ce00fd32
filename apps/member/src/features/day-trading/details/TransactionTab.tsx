import { Button, Card, Empty, Section } from '@fairlot/ui'
import { shortNameIn, useMarketSession, useNamedRows } from '#features/market-data'
import { OrderRow } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { usePaged } from '#shell/paged.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { dayTradingTexts } from '../texts/index.ts'
import { useRead } from '#shell/data.ts'
import styles from './Details.module.css'

/** Every day-trade order of the current trading day: in the book, filled, cancelled. */
export const TransactionTab = () => {
  const texts = dayTradingTexts.use().transaction
  const shell = shellTexts.use()
  const language = useLanguage()
  const date = useMarketSession()?.data.date
  const open = useRead('/orders/listOrders', { which: 'open' }, { quiet: true })
  const ended = usePaged('/orders/listOrders', { which: 'ended' }, { quiet: true })
  const past = (ended.data ?? []).flatMap(({ orders }) => orders)
  const isToday = (order: { readonly dayTrade: boolean; readonly date: string }): boolean =>
    order.dayTrade && (date === undefined || order.date === date)
  const orders = [...(open.data?.orders ?? []), ...past].filter(isToday)
  const names = useNamedRows(orders.map(({ symbol }) => symbol))
  const nameOf = (symbol: string): string => {
    const row = names.get(symbol)
    return row === undefined ? symbol : shortNameIn(language, row)
  }
  // Ended orders come newest first: once an older day appears, today's are complete.
  const mayHaveMore = ended.hasNextPage && past.at(-1)?.date === date
  return (
    <Section title={texts.title} small>
      <Answered read={open}>
        {() =>
          orders.length === 0 && !ended.isPending ? (
            <Card>
              <Empty nothing={shell.nothing} text={texts.none} icon="receipt" />
            </Card>
          ) : (
            <ul className={styles.list}>
              {orders.map((order) => (
                <li key={order.orderId}>
                  <OrderRow order={order} name={nameOf(order.symbol)} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      {mayHaveMore ? (
        <Button
          kind="text"
          wide
          loading={ended.isFetchingNextPage}
          onPress={() => void ended.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </Section>
  )
}

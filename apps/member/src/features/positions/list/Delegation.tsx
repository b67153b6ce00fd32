import { Empty, LinkButton } from '@fairlot/ui'
import { OrderRow } from '#features/orders'
import { shortNameIn, useNamedRows } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { MoreButton } from '#shell/MoreButton.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { isExit } from '../figures.ts'
import { isOfProduct, type Product } from '../products.ts'
import { positionsTexts } from '../texts/index.ts'
import type { Waiting } from '../use-waiting.ts'
import { ConditionalCard } from './ConditionalCard.tsx'
import { EntryCard, isEntry } from './EntryCard.tsx'
import styles from './Cards.module.css'

interface Props {
  readonly product: Product
  readonly waiting: Waiting
}

export const Delegation = ({ product, waiting: { orders, open, waiting, count } }: Props) => {
  const texts = positionsTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const names = useNamedRows([...open, ...waiting].map(({ symbol }) => symbol))
  const nameOf = (symbol: string) => {
    const row = names.get(symbol)
    return row === undefined ? symbol : shortNameIn(language, row)
  }
  const conditional = waiting.filter(({ symbol }) => isOfProduct(product, names.get(symbol)?.kind))
  const rows = [
    ...open
      .filter(({ kind }) => isOfProduct(product, kind))
      .map((order) => ({
        key: order.orderId,
        at: order.placedAt,
        card: <OrderRow order={order} name={nameOf(order.symbol)} />,
      })),
    ...conditional.filter(isEntry).map((row) => ({
      key: row.conditionalId,
      at: row.createdAt,
      card: <EntryCard row={row} names={names.get(row.symbol)} />,
    })),
    ...conditional.filter(isExit).map((row) => ({
      key: row.conditionalId,
      at: row.createdAt,
      card: <ConditionalCard row={row} names={names.get(row.symbol)} />,
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Answered read={orders}>
      {() =>
        rows.length === 0 ? (
          <Empty
            nothing={shell.nothing}
            text={count === 0 ? texts.none.delegation : texts.none.product(texts.products[product])}
            icon="tasks"
            action={<LinkButton href="/market/market">{texts.none.action}</LinkButton>}
          />
        ) : (
          <>
            <ul className={styles.list}>
              {rows.map(({ key, card }) => (
                <li key={key}>{card}</li>
              ))}
            </ul>
            <MoreButton read={orders} className={styles.older}>
              {texts.older}
            </MoreButton>
          </>
        )
      }
    </Answered>
  )
}

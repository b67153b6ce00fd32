import { Button, Empty, LinkButton, Note } from '@fairlot/ui'
import { useFigures } from '#features/figures'
import { FeedNote, useRows } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { refresh } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import type { PositionRow } from '../figures.ts'
import type { Product } from '../products.ts'
import { positionsTexts } from '../texts/index.ts'
import { useGround } from '../use-ground.ts'
import { useLastShown, type PositionPages } from '../use-positions.ts'
import { groupByStock } from './by-stock.ts'
import { PositionCard } from './PositionCard.tsx'
import { StockCard } from './StockCard.tsx'
import { Total } from './Total.tsx'
import styles from './Cards.module.css'

interface Props {
  readonly product: Product
  readonly read: PositionPages
  readonly isByStock: boolean
  readonly onClose: (row: PositionRow) => void
  readonly onCloseStock: (rows: readonly PositionRow[]) => void
}

/** Current positions; their results follow the price. */
export const InProgress = ({ product, read, isByStock, onClose, onCloseStock }: Props) => {
  const texts = positionsTexts.use()
  const shell = shellTexts.use()
  const moment = useMoment()
  const kept = useLastShown(read)
  const all = (read.data ?? kept?.pages ?? []).flatMap((page) => page.positions)
  const ground = useGround(all[0]?.symbol)
  useRows(all.map(({ symbol }) => symbol))
  const shown = product === 'all' ? all : all.filter((row) => row.product === product)
  const cards = (
    <ul className={styles.list}>
      {isByStock
        ? groupByStock(shown).map((group) => (
            <li key={group.key}>
              <StockCard
                group={group}
                ground={ground}
                onClose={(rows) => (rows.length === 1 ? onClose(rows[0]!) : onCloseStock(rows))}
              />
            </li>
          ))
        : shown.map((row) => (
            <li key={row.positionId}>
              <PositionCard row={row} ground={ground} onClose={onClose} />
            </li>
          ))}
    </ul>
  )
  if (kept !== undefined)
    return (
      <>
        <Note tone="warn" icon="offline" role="status">
          <span className={styles.kept}>
            {texts.keptAt(moment(new Date(kept.at).toISOString()))}
            <Button kind="quiet" small icon="reload" onPress={() => void read.refetch()}>
              {shell.retry}
            </Button>
          </span>
        </Note>
        {cards}
      </>
    )
  return (
    <Answered read={read}>
      {() =>
        shown.length === 0 ? (
          <Empty
            nothing={shell.nothing}
            text={all.length === 0 ? texts.none['in-progress'] : texts.none.product(texts.products[product])}
            icon="trade"
            action={<LinkButton href="/market/market">{texts.none.action}</LinkButton>}
          />
        ) : (
          <>
            <FeedNote onRetry={() => void refresh('/positions/listPositions')} />
            {cards}
            <MoreButton read={read} className={styles.older}>
              {texts.older}
            </MoreButton>
          </>
        )
      }
    </Answered>
  )
}

/** Above the tabs: the large number of the screen. Hidden while nothing is held. */
export const OpenTotal = ({ read }: Pick<Props, 'read'>) => {
  const positions = (read.data ?? []).flatMap((page) => page.positions)
  const { data: account } = useFigures()
  const ground = useGround(positions[0]?.symbol)
  return account === undefined || positions.length === 0 ? null : (
    <Total account={account} positions={positions} isComplete={!read.hasNextPage} ground={ground} />
  )
}

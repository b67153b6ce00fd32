import type { Sorting } from '@fairlot/contract/market-data'
import { cx, Icon } from '@fairlot/ui'
import type { Sort } from './sorting.ts'
import { listsTexts } from './texts/index.ts'
import styles from './BoardHead.module.css'

interface Props {
  readonly sort: Sort | undefined
  readonly onSort: (by: Sorting) => void
  readonly auction: boolean
}

/** The column headings; pressing one sorts. */
export const BoardHead = ({ sort, onSort, auction }: Props) => {
  const { columns, order } = listsTexts.use()
  const heading = (by: Sorting, text: string) => (
    <button
      type="button"
      className={cx(styles.heading, sort?.by === by && styles.on)}
      aria-pressed={sort?.by === by}
      onClick={() => onSort(by)}
    >
      {text}
      {sort?.by === by ? (
        <>
          <span className="visually-hidden">{sort.descending ? order.descending : order.ascending}</span>
          <Icon
            name="chevron-down"
            size={0.875}
            weight={2}
            className={sort.descending ? undefined : styles.turned}
          />
        </>
      ) : null}
    </button>
  )
  return (
    <div className={cx(styles.head, auction && styles.auction)} role="group" aria-label={columns.label}>
      {heading('volume', auction ? columns.nameAuction : columns.name)}
      {auction ? null : <span>{columns.line}</span>}
      {heading('price', auction ? columns.priceAuction : columns.price)}
      {heading('change', auction ? columns.changeAuction : columns.change)}
    </div>
  )
}

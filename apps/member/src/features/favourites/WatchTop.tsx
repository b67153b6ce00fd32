import type { QuoteRow } from '@fairlot/contract/market-data'
import { breadthOf } from '@fairlot/rules/market-data'
import { cx, Icon, IconButton, Triangle } from '@fairlot/ui'
import type { WatchSorting } from './sortings.ts'
import { favouritesTexts } from './texts/index.ts'
import styles from './FavoScreen.module.css'

interface Props {
  readonly rows: readonly QuoteRow[]
  readonly sorting: WatchSorting
  readonly onOpen: (layer: 'alerts' | 'sort') => void
}

/** The current sorting, and the list's actions. */
export const WatchTop = ({ rows, sorting, onOpen }: Props) => {
  const texts = favouritesTexts.use()
  return (
    <>
      <Summary rows={rows} />
      <span className={styles.tools}>
        <IconButton name="bell" size={1.125} label={texts.alerts} onPress={() => onOpen('alerts')} />
        <button type="button" className={styles.sort} onClick={() => onOpen('sort')}>
          {texts.sort[sorting]}
          <Icon name="sort" size={1} />
        </button>
      </span>
    </>
  )
}

const Summary = ({ rows }: Pick<Props, 'rows'>) => {
  const texts = favouritesTexts.use()
  const { rising, falling, flat } = breadthOf(rows)
  return (
    <span className={cx('num', styles.summary)}>
      <span className={styles.up}>
        <Triangle direction="up" />
        {texts.rising} {rising}
      </span>
      <span>
        {texts.flat} {flat}
      </span>
      <span className={styles.down}>
        <Triangle direction="down" />
        {texts.falling} {falling}
      </span>
    </span>
  )
}

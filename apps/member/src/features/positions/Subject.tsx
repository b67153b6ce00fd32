import { StatusChip } from '@fairlot/ui'
import { shortNameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { multipleText } from './figures.ts'
import { positionsTexts } from './texts/index.ts'
import styles from './Subject.module.css'

interface Props {
  readonly symbol: string
  /** Unknown until the quotes are read: then only the code is shown. */
  readonly names: { readonly nameTw: string; readonly nameEn: string } | undefined
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly dayTrade?: boolean | undefined
  /** Where a position came from, or who sent an order. */
  readonly origin?: string | undefined
  /** Replaces the direction, such as a conditional order's own tag. */
  readonly tag?: string | undefined
}

/** The instrument and the direction: 鴻海 2317 做多 2×. */
export const Subject = ({ symbol, names, direction, multiple, dayTrade = false, origin, tag }: Props) => {
  const texts = positionsTexts.use()
  const language = useLanguage()
  return (
    <span className={styles.subject}>
      {names === undefined ? null : <b className={styles.name}>{shortNameIn(language, names)}</b>}
      <span className={styles.code}>{symbol}</span>
      {tag === undefined ? (
        <StatusChip tone={direction === 'long' ? 'up' : 'down'}>
          {texts.direction[direction]}
          {multiple === 100 ? '' : ` ${texts.times(multipleText(multiple))}`}
        </StatusChip>
      ) : (
        <StatusChip>{tag}</StatusChip>
      )}
      {origin === 'block' || origin === 'subscription' || origin === 'placement' || origin === 'auction' ? (
        <StatusChip>{texts[origin]}</StatusChip>
      ) : null}
      {dayTrade ? <StatusChip>{texts.dayTrade}</StatusChip> : null}
    </span>
  )
}

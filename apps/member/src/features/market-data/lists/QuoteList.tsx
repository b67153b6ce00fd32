// A price list of any length: only rows near the screen are rendered and watched.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { type RefObject, useEffect } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRows } from '../live/index.ts'
import { Bone } from './Bones.tsx'
import { QuoteLine } from './QuoteLine.tsx'
import { useNearRows } from './use-near-rows.ts'
import { useStaleness } from './use-staleness.ts'
import styles from './QuoteList.module.css'

interface Props {
  readonly ref: RefObject<HTMLUListElement | null>
  readonly label: string
  readonly count: number
  /** Returns undefined for a row that is still loading. */
  readonly rowAt: (index: number) => QuoteRow | undefined
  /** The first and last row near the screen. */
  readonly onRange?: ((first: number, last: number) => void) | undefined
  readonly auction?: boolean | undefined
  readonly volume?: boolean | undefined
  /** The symbols with a waiting alert, and its label. */
  readonly bells?: ReadonlySet<string> | undefined
  readonly bellText?: string | undefined
}

/** In rem, as in the row's own style; English names take two lines. */
const HEIGHTS = { tw: 3.875, en: 4.5 }
export const QuoteList = (props: Props) => {
  const { ref, label, count, rowAt, onRange, auction = false, volume = false, bells, bellText } = props
  const language = useLanguage()
  const stale = useStaleness()
  const { first, end, height } = useNearRows(ref, count, HEIGHTS[language])
  const shown = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, at) => first + at)
  useEffect(() => {
    onRange?.(first, Math.max(first, end - 1))
    // The function is new at every render; its arguments are not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [first, end])
  useRows(shown.flatMap((index) => rowAt(index)?.symbol ?? []))

  return (
    <ul ref={ref} className={styles.list} aria-label={label} style={{ height: `${count * height}px` }}>
      {shown.map((index) => {
        const row = rowAt(index)
        return (
          <li
            key={index}
            className={styles.item}
            style={{ height: `${height}px`, transform: `translateY(${index * height}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row === undefined ? (
              <Bone />
            ) : (
              <QuoteLine
                key={row.symbol}
                row={row}
                stale={stale}
                auction={auction}
                volume={volume}
                bell={bells?.has(row.symbol) === true ? bellText : undefined}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

// Rows of prices, as many as there are: only those near the screen exist, and only those are watched.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Delayed, Skeleton } from '@fairlot/ui'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLanguage } from '#shell/language.ts'
import { useRows } from '../live/index.ts'
import { QuoteLine } from './QuoteLine.tsx'
import { useStaleness } from './use-staleness.ts'
import styles from './QuoteList.module.css'

interface Props {
  readonly ref: RefObject<HTMLUListElement | null>
  readonly label: string
  readonly count: number
  /** Undefined for a row that is still on its way. */
  readonly rowAt: (index: number) => QuoteRow | undefined
  /** The first and last row near the screen. */
  readonly onRange?: ((first: number, last: number) => void) | undefined
  readonly auction?: boolean | undefined
  readonly volume?: boolean | undefined
  /** The symbols with an alert that waits, and the word for it. */
  readonly bells?: ReadonlySet<string> | undefined
  readonly bellText?: string | undefined
}

/** In rem, as the row's own style has it; English names take two lines. */
const HEIGHTS = { tw: 3.875, en: 4.5 }
const OVERSCAN = 6

const rootPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

export const QuoteList = (props: Props) => {
  const { ref, label, count, rowAt, onRange, auction = false, volume = false, bells, bellText } = props
  const language = useLanguage()
  const stale = useStaleness()
  const [top, setTop] = useState(0)
  const [rem, setRem] = useState(rootPixels)
  const height = HEIGHTS[language] * rem
  const isOld = stale !== undefined
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    onRange?.(first, last)
    // The function is new at every render; what it is told is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [first, last])

  // Where the list begins only decides which rows are near: a few pixels of error are covered by the rows around.
  useLayoutEffect(() => {
    const measure = () => {
      setRem(rootPixels())
      const box = ref.current?.getBoundingClientRect()
      if (box !== undefined) setTop(box.top + window.scrollY)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [ref, count, auction, isOld])
  useLayoutEffect(() => virtual.measure(), [virtual, height])

  useRows(items.flatMap(({ index }) => rowAt(index)?.symbol ?? []))

  return (
    <ul
      ref={ref}
      className={styles.list}
      aria-label={label}
      style={{ height: `${virtual.getTotalSize()}px` }}
    >
      {items.map(({ index, start }) => {
        const row = rowAt(index)
        return (
          <li
            key={index}
            className={styles.item}
            style={{ height: `${height}px`, transform: `translateY(${start - top}px)` }}
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

const Bone = () => (
  <div className={styles.bone}>
    <span className={styles.boneWords}>
      <Skeleton width="4rem" height="0.875rem" />
      <Skeleton width="5.5rem" height="0.625rem" />
    </span>
    <Skeleton width="3.5rem" height="1.25rem" />
    <Skeleton width="4.5rem" height="0.875rem" />
    <Skeleton width="4.75rem" height="1.75rem" round="0.5rem" />
  </div>
)

/** The shape of the list while it is on its way, after 300 ms. */
export const Bones = ({ label, count = 9 }: { label: string; count?: number }) => (
  <div role="status" aria-label={label} className={styles.bones}>
    <Delayed>
      {Array.from({ length: count }, (_, at) => (
        <Bone key={at} />
      ))}
    </Delayed>
  </div>
)

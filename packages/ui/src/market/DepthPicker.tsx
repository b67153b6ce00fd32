import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { cx } from '../cx.ts'
import type { DepthLevel } from './DepthLadder.tsx'
import styles from './DepthPicker.module.css'

export type DepthSide = 'ask' | 'bid'

interface Place {
  readonly side: DepthSide
  /** 0 is the best price. */
  readonly at: number
}

interface DepthPickerProps {
  readonly texts: {
    readonly label: string
    readonly price: string
    readonly size: string
    readonly spread: string
    /** Spoken before a price. */
    readonly sides: Readonly<Record<DepthSide, string>>
  }
  /** Best first. */
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
  readonly spread: string
  readonly selected: Place | undefined
  readonly onPick: (side: DepthSide, at: number) => void
  /** The fixed number of levels per side, so that a thin book does not move the page. */
  readonly rows?: number | undefined
  readonly stale?: boolean | undefined
}

/** The book vertically, highest price on top. A tap takes the price; arrow keys move, Enter takes. */
export function DepthPicker(props: DepthPickerProps) {
  const { texts, bids, asks, spread, selected, onPick, rows = 5, stale = false } = props
  const id = useId()
  const [active, setActive] = useState<Place>()
  const places: Place[] = [
    ...asks
      .slice(0, rows)
      .map((_, at): Place => ({ side: 'ask', at }))
      .toReversed(),
    ...bids.slice(0, rows).map((_, at): Place => ({ side: 'bid', at })),
  ]
  const isAt = (place: Place | undefined, { side, at }: Place) => place?.side === side && place.at === at
  const idOf = ({ side, at }: Place) => `${id}-${side}-${at}`
  const current = places.find((place) => isAt(active, place)) ?? places.find((place) => isAt(selected, place))
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (way !== 0 && places.length > 0) {
      event.preventDefault()
      const from = current === undefined ? (way > 0 ? -1 : places.length) : places.indexOf(current)
      setActive(places[Math.min(places.length - 1, Math.max(0, from + way))])
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      event.preventDefault()
      onPick(current.side, current.at)
    }
  }
  const onClick = (event: MouseEvent) => {
    const option = (event.target as Element).closest<HTMLElement>('[data-place]')
    const place = places.find(({ side, at }) => `${side} ${at}` === option?.dataset['place'])
    if (place === undefined) return
    setActive(undefined)
    onPick(place.side, place.at)
  }
  const row = (side: DepthSide, at: number) => {
    const level = (side === 'ask' ? asks : bids)[at]
    const place: Place = { side, at }
    if (level === undefined)
      return (
        <div key={`${side}${at}`} className={styles.row} role="presentation">
          —
        </div>
      )
    return (
      <div
        key={`${side}${at}`}
        id={idOf(place)}
        role="option"
        aria-selected={isAt(selected, place)}
        className={cx(
          styles.row,
          at === 0 && styles.best,
          isAt(selected, place) && styles.selected,
          isAt(active, place) && styles.active,
        )}
        data-place={`${side} ${at}`}
      >
        <i className={styles[side]} style={{ width: `${level.share * 100}%` }} />
        <span className={styles[level.direction]}>
          <span className="visually-hidden">{texts.sides[side]} </span>
          {level.price}
        </span>
        <span className={styles.size}>
          {level.size}
          <span className="visually-hidden"> {texts.size}</span>
        </span>
      </div>
    )
  }
  const levels = Array.from({ length: rows }, (_, at) => at)
  return (
    <div className={cx('num', styles.picker, stale && styles.stale)}>
      <div className={styles.head} aria-hidden>
        <span>{texts.price}</span>
        <span>{texts.size}</span>
      </div>
      <div
        role="listbox"
        aria-label={texts.label}
        aria-activedescendant={current === undefined ? undefined : idOf(current)}
        tabIndex={0}
        className={styles.list}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(undefined)}
      >
        {levels.toReversed().map((at) => row('ask', at))}
        <div className={styles.spread} role="presentation">
          <span>{texts.spread}</span>
          <span>{spread}</span>
        </div>
        {levels.map((at) => row('bid', at))}
      </div>
    </div>
  )
}

// Everything on one page: short forms of depth, tape and facts below the chart.

import { lazy, Suspense } from 'react'
import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { Band } from './Band.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import type { ChartKind, Picked } from './chart/Legend.tsx'
import { Hero } from './Hero.tsx'
import type { PartName } from './part-names.ts'
import type { Standing } from './standing.ts'
import styles from './Overview.module.css'

// Below the chart, and mostly below the fold: it can load a moment later.
const Below = lazy(() => import('./Below.tsx').then((file) => ({ default: file.Below })))

// Not needed while the price simply moves.
const StateNote = lazy(() => import('./StateNote.tsx').then((file) => ({ default: file.StateNote })))

const Legend = lazy(() => import('./chart/Legend.tsx').then((file) => ({ default: file.Legend })))
const SpokenCandle = lazy(() => import('./chart/Legend.tsx').then((file) => ({ default: file.SpokenCandle })))

interface Props {
  readonly name: string
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly feed: Feed
  readonly kind: ChartKind
  readonly onKind: (kind: ChartKind) => void
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
  readonly onWide: () => void
  readonly onPart: (part: PartName) => void
  /** When the quote was read; the book's time until the feed's first trade. */
  readonly at: number
}

export const Overview = (props: Props) => {
  const { name, quote, standing, feed, picked, onPart } = props
  return (
    <>
      <div className={styles.block}>
        <Hero name={name} quote={quote} standing={standing} feed={feed} />
        <Suspense>
          <StateNote quote={quote} feed={feed} />
        </Suspense>
        <div className={styles.band}>
          {picked === null ? (
            <Band quote={quote} standing={standing} />
          ) : (
            <Suspense>
              <Legend picked={picked} />
            </Suspense>
          )}
        </div>
        <p className="visually-hidden" aria-live="polite" data-part="spoken-candle">
          <Suspense>{picked === null ? null : <SpokenCandle picked={picked} />}</Suspense>
        </p>
        <ChartPanel {...props} />
      </div>
      <Suspense fallback={<div className={styles.below} />}>
        <Below quote={quote} standing={standing} at={props.at} onPart={onPart} />
      </Suspense>
    </>
  )
}

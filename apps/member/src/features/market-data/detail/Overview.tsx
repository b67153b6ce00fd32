// All of it on one page, the short forms of depth, tape and facts below the chart.

import { cx, Icon } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { useTape, type Feed, type LiveDetail } from '../live/index.ts'
import { Band } from './Band.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { Legend, useSpokenCandle, type ChartKind, type Picked } from './chart/Legend.tsx'
import { Depth, useSpread } from './Depth.tsx'
import { ShortFacts } from './Facts.tsx'
import { Hero } from './Hero.tsx'
import type { PartName } from './Parts.tsx'
import type { Standing } from './standing.ts'
import { StateNote } from './StateNote.tsx'
import { ShortTape } from './Tape.tsx'
import { detailTexts } from './texts/index.ts'
import { secondText } from './times.ts'
import styles from './Overview.module.css'

const SHORT_TAPE = 5

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
  /** When the quote was read, for the book's time until the first trade of the feed. */
  readonly at: number
}

export const Overview = (props: Props) => {
  const { name, quote, standing, feed, picked, onPart } = props
  const texts = detailTexts.use()
  const spread = useSpread(quote, useLastTime(quote.symbol, props.at))
  const spoken = useSpokenCandle(picked)
  return (
    <>
      <div className={styles.block}>
        <Hero name={name} quote={quote} standing={standing} feed={feed} />
        <StateNote quote={quote} feed={feed} />
        <div className={styles.band}>
          {picked === null ? <Band quote={quote} standing={standing} /> : <Legend picked={picked} />}
        </div>
        <p className="visually-hidden" aria-live="polite" data-part="spoken-candle">
          {spoken}
        </p>
        <ChartPanel {...props} />
      </div>
      <Block title={texts.depth.title} aside={<span className={cx('num', styles.aside)}>{spread}</span>}>
        <Depth quote={quote} isOld={standing.isOld} />
      </Block>
      <Block
        title={texts.tape.title}
        aside={
          <button type="button" className={styles.more} onClick={() => onPart('tape')}>
            {texts.tape.all}
            <Icon name="chevron" size={1} />
          </button>
        }
      >
        <ShortTape quote={quote} count={SHORT_TAPE} />
      </Block>
      <Block
        title={texts.about.title}
        aside={
          <button type="button" className={styles.more} onClick={() => onPart('facts')}>
            {texts.tape.all}
            <Icon name="chevron" size={1} />
          </button>
        }
      >
        <ShortFacts quote={quote} />
      </Block>
    </>
  )
}

/** The time of the newest trade. */
export const useLastTime = (symbol: string, otherwise: number): string =>
  secondText(useTape(symbol)?.[0]?.[1] ?? otherwise)

export const Block = (props: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) => (
  <section className={styles.block} aria-label={props.title}>
    <div className={styles.head}>
      <h2>{props.title}</h2>
      {props.aside}
    </div>
    {props.children}
  </section>
)

// The chart on a phone in landscape: one line of figures, the chart, and the best five levels at the side.

import { cx, DepthRail, InstrumentBar, layers } from '@fairlot/ui'
import { useEffect, type ReactNode } from 'react'
import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { Legend, type ChartKind, type Picked } from './chart/Legend.tsx'
import { ladderOf } from './ladder.ts'
import { directionOf, priceText, volumeText } from './figures.ts'
import { SmallPrice } from './Hero.tsx'
import type { Standing } from './standing.ts'
import { detailTexts } from './texts/index.ts'
import styles from './WideChart.module.css'

interface Props {
  readonly name: string
  readonly mark: ReactNode
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly feed: Feed
  readonly kind: ChartKind
  readonly onKind: (kind: ChartKind) => void
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
  readonly onClose: () => void
  /** The two buttons to the ticket. */
  readonly actions: ReactNode
}

export const WideChart = (props: Props) => {
  const { name, mark, quote, standing, feed, kind, onKind, picked, onPick, onClose, actions } = props
  const texts = detailTexts.use()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && picked === null) layers.dismiss()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [picked])
  return (
    <div className={styles.screen} data-part="wide-chart">
      <InstrumentBar
        wide
        back={{ label: texts.chart.closeWide, icon: 'close', onPress: onClose }}
        name={name}
        code={quote.symbol}
        mark={mark}
        price={picked === null ? <SmallPrice quote={quote} standing={standing} feed={feed} /> : undefined}
        trailing={
          picked === null ? (
            <dl className={cx('num', styles.facts)}>
              <Fact label={texts.short.high} price={quote.high} reference={quote.reference} />
              <Fact label={texts.short.low} price={quote.low} reference={quote.reference} />
              <div>
                <dt>{texts.short.volume}</dt>
                <dd>{volumeText(quote.volume)}</dd>
              </div>
            </dl>
          ) : (
            <div className={styles.legend}>
              <Legend picked={picked} />
            </div>
          )
        }
      />
      <main className={styles.main}>
        <ChartPanel
          name={name}
          quote={quote}
          standing={standing}
          kind={kind}
          onKind={onKind}
          picked={picked}
          onPick={onPick}
        />
        <aside className={styles.rail}>
          <div className={styles.ladder} tabIndex={0} role="region" aria-label={texts.depth.title}>
            <DepthRail
              texts={{ caption: texts.depth.caption, price: texts.depth.title, size: texts.depth.lots }}
              {...ladderOf(quote)}
              stale={standing.isOld}
            />
          </div>
          <div className={styles.actions} data-bottom-bar="">
            {actions}
          </div>
        </aside>
      </main>
    </div>
  )
}

const Fact = (props: {
  readonly label: string
  readonly price: number | null
  readonly reference: number
}) => (
  <div>
    <dt>{props.label}</dt>
    <dd className={styles[directionOf(props.price, props.reference)]}>{priceText(props.price)}</dd>
  </div>
)

import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { formatMs, formatNumber } from './format.ts'
import { Line } from './Line.tsx'
import type { System } from './system.ts'
import { statusTexts } from './texts/index.ts'
import styles from './System.module.css'

/** The five most important figures. */
export function Cards({ system }: { readonly system: System }) {
  const texts = statusTexts.use()
  const { cards } = texts
  const waiting = (name: System['waiting'][number]['name']) =>
    system.waiting.find((each) => each.name === name)
  const settlement = waiting('settlement')
  const quotes = waiting('quotes')
  const matching = system.processes.find(({ name }) => name === 'exchange')
  const queued = system.waiting.filter(({ name }) => name !== 'settlement' && name !== 'quotes')
  const longest = Math.max(0, ...queued.map(({ waitedMs }) => waitedMs))
  return (
    <div className={styles.cards}>
      <Figure
        name={cards.matching}
        value={matching?.p99Ms == null ? cards.unknown : formatMs(matching.p99Ms, texts)}
        below={matching === undefined ? '' : texts.states[matching.state]}
        line={matching?.line}
        isLate={matching !== undefined && matching.state !== 'well'}
      />
      <Figure
        name={cards.settlement}
        value={settlement === undefined ? cards.unknown : cards.events(formatNumber(settlement.amount))}
        below={settlement === undefined ? '' : cards.oldest(formatMs(settlement.waitedMs, texts))}
        line={settlement?.line.map(({ value }) => value)}
        isLate={settlement?.isLate ?? false}
      />
      <Figure
        name={cards.quotes}
        value={quotes === undefined ? cards.unknown : formatMs(quotes.waitedMs, texts)}
        below={quotes === undefined ? '' : cards.limit(formatMs(quotes.limitMs, texts))}
        line={quotes?.line.map(({ value }) => value)}
        isLate={quotes?.isLate ?? false}
      />
      <Figure
        name={cards.queues}
        value={formatNumber(queued.reduce((sum, { amount }) => sum + amount, 0))}
        below={cards.oldest(formatMs(longest, texts))}
        isLate={queued.some(({ isLate }) => isLate)}
      />
      <Figure
        name={cards.clients}
        value={system.clients === null ? cards.unknown : formatNumber(system.clients)}
        below={
          system.requestsPerSecond === null ? '' : cards.perSecond(formatNumber(system.requestsPerSecond))
        }
        isLate={false}
      />
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly below: string
  readonly line?: readonly number[] | undefined
  readonly isLate: boolean
}

const Figure = ({ name, value, below, line, isLate }: FigureProps) => (
  <section className={cx(styles.card, styles.figure, isLate && styles.warned)}>
    <h2>{name}</h2>
    {line === undefined ? null : (
      <span className={styles.spark}>
        <Line values={line} width={88} height={18} isLate={isLate} />
      </span>
    )}
    <b className="num">{value}</b>
    <small className="num">{below}</small>
  </section>
)

import type { CSSProperties } from 'react'
import { cx } from '../cx.ts'
import styles from './PriceRuler.module.css'

interface RulerMark {
  /** 補繳價 167.05 */
  readonly text: string
  /** 維持率 130% */
  readonly below: string
}

interface PriceRulerProps {
  /** The content of the drawing in one sentence. */
  readonly label: string
  /** Where a margin call comes: at the left for a long, at the right for a short. */
  readonly call: RulerMark
  readonly callSide: 'left' | 'right'
  readonly order: RulerMark
  /** 還能跌 22.1% */
  readonly distance: string
}

/**
 * The call price and the order price on one line, the ratio under each, and the distance between them. Not to scale.
 */
export function PriceRuler({ label, call, callSide, order, distance }: PriceRulerProps) {
  const side: CSSProperties = callSide === 'left' ? {} : { flexDirection: 'row-reverse' }
  return (
    <div role="group" aria-label={label} className={cx('num', styles.ruler, styles[callSide])}>
      <div className={styles.texts} style={side}>
        <span className={styles.call}>{call.text}</span>
        <span className={styles.order}>{order.text}</span>
      </div>
      <div className={styles.track} aria-hidden="true">
        <i />
        <b />
      </div>
      <div className={cx(styles.texts, styles.below)} style={side}>
        <span>{call.below}</span>
        <span className={styles.distance}>{distance}</span>
        <span className={styles.order}>{order.below}</span>
      </div>
    </div>
  )
}

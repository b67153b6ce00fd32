import type { ReactNode } from 'react'
import { Money } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './LoanBar.module.css'

interface Part {
  readonly label: ReactNode
  /** Two decimals. */
  readonly text: string
  /** Part of the whole, in any unit: only the proportion is drawn. */
  readonly size: number
}

interface LoanBarProps {
  /** The content of the drawing as text, for screen readers. */
  readonly label: string
  readonly left: Part
  readonly right: Part
  /** `loan`: own part in indigo, borrowed part in amber stripes. `collateral`: proceeds pale, own margin in indigo. */
  readonly kind: 'loan' | 'collateral'
}

/** Two parts of one amount as one bar. Only borrowed amounts have stripes. */
export function LoanBar({ label, left, right, kind }: LoanBarProps) {
  return (
    <div>
      <div className={cx(styles.bar, styles[kind])} role="img" aria-label={label}>
        {left.size > 0 ? <i style={{ flexGrow: left.size }} /> : null}
        {right.size > 0 ? <b style={{ flexGrow: right.size }} /> : null}
      </div>
      <dl className={styles.texts}>
        <div>
          <dt>{left.label}</dt>
          <dd>
            <Money text={left.text} size="figure" />
          </dd>
        </div>
        <div>
          <dt>{right.label}</dt>
          <dd>
            <Money text={right.text} size="figure" />
          </dd>
        </div>
      </dl>
    </div>
  )
}

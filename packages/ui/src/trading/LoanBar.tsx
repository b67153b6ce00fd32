import type { ReactNode } from 'react'
import { Money } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './LoanBar.module.css'

interface Part {
  readonly label: ReactNode
  /** Two decimals. */
  readonly text: string
  /** Of the whole, in any unit: only the proportion is drawn. */
  readonly size: number
}

interface LoanBarProps {
  /** What the drawing says, for those who do not see it. */
  readonly label: string
  readonly left: Part
  readonly right: Part
  /** `loan`: yours in indigo, borrowed in amber stripes. `collateral`: proceeds pale, your margin in indigo. */
  readonly kind: 'loan' | 'collateral'
}

/** Two parts of one amount as one bar. The stripes are used nowhere else: they mean borrowed. */
export function LoanBar({ label, left, right, kind }: LoanBarProps) {
  return (
    <div>
      <div className={cx(styles.bar, styles[kind])} role="img" aria-label={label}>
        {left.size > 0 ? <i style={{ flexGrow: left.size }} /> : null}
        {right.size > 0 ? <b style={{ flexGrow: right.size }} /> : null}
      </div>
      <dl className={styles.words}>
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

import { Icon } from '@fairlot/ui'
import type { Verdict } from '@fairlot/proof'
import type { ReactNode } from 'react'
import { auditTexts } from './texts/index.ts'
import styles from './Audit.module.css'

export interface CheckRow {
  readonly key: string
  readonly title: string
  readonly caption: string
  readonly verdict: Verdict
  readonly value: ReactNode
}

/** One row for each value the phone has recomputed, with a text and an icon: never a colour alone. */
export const Checks = ({ rows }: { readonly rows: readonly CheckRow[] }) => {
  const texts = auditTexts.use()
  return (
    <ul className={styles.checks}>
      {rows.map(({ key, title, caption, verdict, value }) => (
        <li key={key} className={styles.check}>
          <span className={styles[verdict]}>
            <Icon
              name={verdict === 'right' ? 'check' : verdict === 'wrong' ? 'close' : 'minus'}
              size={0.875}
              weight={2.6}
            />
          </span>
          <span>
            {title}
            <small>{caption}</small>
          </span>
          <span className={styles.value}>
            <span className="visually-hidden">{texts.verdicts[verdict]} </span>
            {value}
          </span>
        </li>
      ))}
    </ul>
  )
}

import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './Detail.module.css'

interface DetailHeadProps {
  readonly meta: ReactNode
  readonly title: ReactNode
  readonly sub?: ReactNode
}

export const DetailHead = ({ meta, title, sub }: DetailHeadProps) => (
  <header className={styles.head}>
    <p className={styles.meta}>{meta}</p>
    <h2 className={cx('num', styles.title)}>{title}</h2>
    {sub === undefined ? null : <p className={styles.sub}>{sub}</p>}
  </header>
)

interface DetailPartProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export const DetailPart = ({ title, aside, children }: DetailPartProps) => (
  <section className={styles.part}>
    <h3 className={styles.h3}>
      {title}
      {aside === undefined ? null : <small>{aside}</small>}
    </h3>
    {children}
  </section>
)

interface FactsProps {
  readonly items: readonly { readonly key: string; readonly label: string; readonly value: ReactNode }[]
}

export const Facts = ({ items }: FactsProps) => (
  <dl className={styles.facts}>
    {items.map(({ key, label, value }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd className="num">{value}</dd>
      </div>
    ))}
  </dl>
)

/** The available actions, at the lower edge. */
export const DetailFoot = ({ children }: { readonly children: ReactNode }) => (
  <footer className={styles.foot}>{children}</footer>
)

interface LinesProps {
  readonly label: string
  readonly head: readonly [string, string, string]
  readonly lines: readonly {
    readonly key: string
    readonly what: string
    readonly where: string
    readonly amount: string
    readonly isOut: boolean
  }[]
}

/** Ledger lines: event, account, amount. */
export const LedgerLines = ({ label, head, lines }: LinesProps) => (
  <table className={styles.lines} aria-label={label}>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, what, where, amount, isOut }) => (
        <tr key={key}>
          <th scope="row">{what}</th>
          <td>{where}</td>
          <td className={cx('num', isOut && styles.out)}>{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

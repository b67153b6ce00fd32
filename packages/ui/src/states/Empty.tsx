import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import styles from './States.module.css'

interface EmptyProps {
  /** 目前沒有資料 / No data yet. */
  readonly nothing: string
  /** A sentence that says what will appear here, and how. */
  readonly text: ReactNode
  readonly action?: ReactNode
  /** What is missing, above the gap in the lots. */
  readonly icon?: IconName | undefined
}

export function Empty({ nothing, text, action, icon }: EmptyProps) {
  return (
    <section className={styles.state}>
      <Lots icon={icon} />
      <h2 className={styles.title}>{nothing}</h2>
      <p className={styles.text}>{text}</p>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </section>
  )
}

/** Lots with one gap: the only illustration of the product. */
function Lots({ icon }: { readonly icon: IconName | undefined }) {
  return (
    <span className={styles.lots}>
      <svg viewBox="0 0 160 96" aria-hidden="true">
        <path
          d="M24 40v44M52 40v44M108 40v44M136 40v44"
          stroke="var(--surface-3)"
          strokeWidth="8"
          strokeLinecap="round"
        />
        <path
          d="M80 44v40"
          stroke="var(--line-3)"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeDasharray="3 5"
        />
        {icon === undefined ? (
          <path d="M80 8v24" stroke="var(--brand-text)" strokeWidth="8" strokeLinecap="round" />
        ) : null}
      </svg>
      {icon === undefined ? null : <Icon name={icon} size={2.125} weight={1.5} className={styles.lotsIcon} />}
    </span>
  )
}

interface ErrorStateProps {
  readonly title: string
  /** What failed, and whether money moved. */
  readonly text: ReactNode
  readonly retry: {
    readonly label: string
    readonly onPress: () => void
    readonly busy?: boolean | undefined
  }
  /** Such as a request number for customer service. */
  readonly detail?: string | undefined
}

export function ErrorState({ title, text, retry, detail }: ErrorStateProps) {
  return (
    <section className={styles.state} role="alert">
      <span className={styles.sign}>
        <Icon name="warning" size={1.75} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>
        <Button onPress={retry.onPress} loading={retry.busy} icon="reload">
          {retry.label}
        </Button>
      </div>
      {detail === undefined ? null : <p className={styles.detail}>{detail}</p>}
    </section>
  )
}

interface SignedOutProps {
  readonly title: string
  readonly text: ReactNode
  readonly action: ReactNode
}

export function SignedOut({ title, text, action }: SignedOutProps) {
  return (
    <section className={styles.state}>
      <span className={styles.lockSign}>
        <Icon name="lock" size={1.75} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{action}</div>
    </section>
  )
}

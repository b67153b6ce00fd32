// One price of the ticket: its name and what it means on the left, the stepper on the right.

import { useState, type ReactNode } from 'react'
import { PriceStepper } from '../components/PriceStepper.tsx'
import { ordersTexts } from '../texts/index.ts'
import styles from './EntryFields.module.css'

interface RowProps {
  readonly label: string
  readonly aside: string
  readonly how?: ReactNode
  readonly kind: 'stock' | 'etf'
  readonly value: number
  readonly onChange: (price: number) => void
  readonly error: string | undefined
}

export const PriceRow = ({ label, aside, how, kind, value, onChange, error }: RowProps) => {
  const { unreadable } = ordersTexts.use().fieldErrors
  const [isUnread, setUnread] = useState(false)
  return (
    <section className={styles.row} aria-label={label}>
      <span className={styles.title}>
        <b>{label}</b> <small>{aside}</small>
        {how === undefined ? null : <small className={styles.away}>{how}</small>}
      </span>
      <span className={styles.stepper}>
        <PriceStepper
          compact
          hint={<></>}
          kind={kind}
          lower={null}
          upper={null}
          label={label}
          value={value}
          onChange={(price) => {
            setUnread(false)
            onChange(price)
          }}
          onUnreadable={() => setUnread(true)}
          error={isUnread ? unreadable : error}
        />
      </span>
    </section>
  )
}

import { parseLots } from '@fairlot/money'
import { Stepper } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { ordersTexts } from '../texts/index.ts'

interface Props {
  readonly lots: number
  readonly onChange: (lots: number) => void
  /** The maximum of one order, or the position's lots. */
  readonly max: number
  readonly label?: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly onUnreadable?: (() => void) | undefined
  readonly compact?: boolean
  /** Counts the shares of an odd lot. */
  readonly odd?: boolean
}

/** More than any order; a larger typed number becomes this one, and the ticket says how many lots are possible. */
const MAX_TYPED = 999_999n

const read = (text: string): number | undefined => {
  const parsed = parseLots(text)
  if (!parsed.ok) return parsed.why === 'too-large' ? Number(MAX_TYPED) : undefined
  return Number(parsed.value < MAX_TYPED ? parsed.value : MAX_TYPED)
}

export const LotStepper = (props: Props) => {
  const { lots, onChange, max, label, hint, error, onUnreadable, compact, odd = false } = props
  const texts = ordersTexts.use()[odd ? 'odd' : 'lots']
  return (
    <Stepper
      label={label ?? texts.label}
      value={lots}
      onChange={onChange}
      min={1}
      max={max}
      parse={read}
      loose
      onUnreadable={onUnreadable}
      compact={compact}
      unit={texts.unit(lots)}
      error={error}
      texts={{ less: texts.fewer, more: texts.more }}
      hint={hint}
    />
  )
}

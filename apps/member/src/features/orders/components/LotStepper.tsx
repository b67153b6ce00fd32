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
}

/** More than any order; keeps typed values safe integers. */
const MAX_TYPED = 1_000_000

const read = (text: string): number | undefined => {
  const parsed = parseLots(text)
  return parsed.ok && parsed.value <= MAX_TYPED ? Number(parsed.value) : undefined
}

export const LotStepper = ({ lots, onChange, max, label, hint, error, onUnreadable, compact }: Props) => {
  const texts = ordersTexts.use().lots
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

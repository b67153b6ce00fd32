import { parsePrice } from '@fairlot/money'
import { highestPrice, stepPrice, tickAt } from '@fairlot/rules/instruments'
import { Stepper } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { priceText } from '#features/market-data'
import { ordersTexts } from '../texts/index.ts'

interface Props {
  readonly kind: 'stock' | 'etf'
  /** Whole hundredths. */
  readonly value: number
  readonly onChange: (value: number) => void
  /** The day's limits; null for an instrument without limits. */
  readonly lower: number | null
  readonly upper: number | null
  /** Default: the price. Set for other prices, such as a trigger. */
  readonly label?: string
  /** Replaces the limits and the tick. */
  readonly hint?: ReactNode
  /** A line above the hint. */
  readonly above?: ReactNode
  readonly error?: string | undefined
  readonly onUnreadable?: (() => void) | undefined
  readonly compact?: boolean
}

const read = (text: string): number | undefined => {
  const parsed = parsePrice(text)
  return parsed.ok ? Number(parsed.value) : undefined
}

/**
 * A price on the exchange's ticks between the day's limits. Typed values are kept unchanged: the ticket says what is
 * wrong.
 */
export const PriceStepper = (props: Props) => {
  const { kind, value, onChange, lower, upper, label, hint, above, error, onUnreadable, compact } = props
  const texts = ordersTexts.use().price
  const tick = priceText(tickAt(kind, value))
  return (
    <Stepper
      label={label ?? texts.label}
      value={value}
      onChange={onChange}
      min={lower ?? 1}
      max={upper ?? highestPrice}
      move={(from, way) => stepPrice(kind, from, way)}
      format={priceText}
      parse={read}
      loose
      onUnreadable={onUnreadable}
      compact={compact}
      error={error}
      texts={{ less: texts.lower, more: texts.higher }}
      hint={
        hint ?? (
          <>
            {above}
            <span>
              {lower === null || upper === null
                ? texts.unlimited
                : `${priceText(lower)} – ${priceText(upper)}`}
            </span>
            <span>{texts.tick(tick)}</span>
          </>
        )
      }
    />
  )
}

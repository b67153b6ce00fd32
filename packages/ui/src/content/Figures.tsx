import { cx } from '../cx.ts'
import styles from './Figures.module.css'

export type Direction = 'up' | 'down' | 'flat'

interface MoneyProps {
  /** Already formatted with two decimals. */
  readonly text: string
  readonly symbol?: string | undefined
  /** `figure`: same size as the surrounding text, with lighter cents. */
  readonly size?: 'hero' | 'display' | 'figure' | 'inline' | undefined
  /** Hide-amount mode. The accessible text is masked as well. */
  readonly hidden?: boolean | undefined
}

export function Money({ text, symbol, size = 'inline', hidden = false }: MoneyProps) {
  const dot = text.lastIndexOf('.')
  const whole = dot < 0 ? text : text.slice(0, dot)
  const cents = dot < 0 ? '' : text.slice(dot)
  return (
    <span className={cx('num', styles.money, styles[size])}>
      {symbol === undefined ? null : <span className={styles.symbol}>{symbol}</span>}
      {hidden ? '••••' : whole}
      {hidden || cents === '' ? null : <span className={styles.cents}>{cents}</span>}
    </span>
  )
}

export function Triangle({
  direction,
  className,
}: {
  readonly direction: 'up' | 'down'
  readonly className?: string | undefined
}) {
  return (
    <svg className={cx(styles.triangle, className)} viewBox="0 0 8 8" aria-hidden="true">
      <path d={direction === 'up' ? 'M4 1 7.6 7H.4z' : 'M4 7 .4 1h7.2z'} fill="currentColor" />
    </svg>
  )
}

interface DeltaProps {
  readonly direction: Direction
  /** Without a sign: the triangle shows it. */
  readonly text: string
  /** Spoken text instead of colour and triangle: 上漲, 下跌, 持平. */
  readonly spoken: string
  readonly kind?: 'pill' | 'inline' | undefined
  /** Limit up or down: the only case with a filled pill. */
  readonly limit?: boolean | undefined
  /** Indicative, not traded yet. */
  readonly outlined?: boolean | undefined
}

export function Delta({
  direction,
  text,
  spoken,
  kind = 'pill',
  limit = false,
  outlined = false,
}: DeltaProps) {
  return (
    <span
      className={cx(
        'num',
        styles[kind],
        styles[direction],
        limit && styles.limit,
        outlined && styles.outlined,
      )}
    >
      <span className="visually-hidden">{spoken}</span>
      {direction === 'flat' ? null : <Triangle direction={direction} />}
      {text}
    </span>
  )
}

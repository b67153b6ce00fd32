import { cx } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useHideAmounts } from '#shell/appearance.ts'
import { toneOf } from './figures.ts'
import styles from './Result.module.css'

interface Props {
  /** Null: no price yet. */
  readonly amount: bigint | null
  readonly size?: 'hero' | 'row' | 'inline' | undefined
  /** Coloured by its sign; an amount that is not a result keeps the text colour. */
  readonly plain?: boolean | undefined
}

/** A gain or loss: signed, coloured by its own sign, the cents smaller. */
export const Result = ({ amount, size = 'inline', plain = false }: Props) => {
  const hidden = useHideAmounts()
  const text = amount === null ? '—' : formatMoney(amount, { plus: true })
  const dot = text.lastIndexOf('.')
  const tone = plain || hidden ? 'flat' : toneOf(amount)
  return (
    <span className={cx('num', styles.result, styles[size], styles[tone])}>
      {hidden ? '••••' : dot < 0 ? text : text.slice(0, dot)}
      {hidden || dot < 0 ? null : <span className={styles.cents}>{text.slice(dot)}</span>}
    </span>
  )
}

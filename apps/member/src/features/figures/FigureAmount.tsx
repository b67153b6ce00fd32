import { formatMoney } from '@fairlot/money'
import { cx } from '@fairlot/ui'
import { signOf } from '#shell/amounts.ts'
import { useHideAmounts } from '#shell/appearance.ts'
import styles from './Figures.module.css'

interface Props {
  /** The figure it shows; tests compare the same name over all screens. */
  readonly name: string
  readonly amount: string
  /** A result: with its sign, coloured by it. */
  readonly result?: boolean | undefined
  /** A term of a sum: with its sign, not coloured. */
  readonly plus?: boolean | undefined
}

/** One figure of the account's answer. */
export const FigureAmount = ({ name, amount, result = false, plus = false }: Props) => {
  const hidden = useHideAmounts()
  const tone = result && !hidden ? signOf(amount) : 'flat'
  return (
    <span className={cx('num', tone !== 'flat' && styles[tone])} data-figure={name}>
      {hidden ? '••••' : formatMoney(amount, { plus: result || plus })}
    </span>
  )
}

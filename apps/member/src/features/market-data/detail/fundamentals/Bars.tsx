import { cx } from '@fairlot/ui'
import styles from './Bars.module.css'

interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly text: string
}

interface Props {
  readonly items: readonly Bar[]
  /** Many bars: their figures are for a screen reader. */
  readonly dense?: boolean
}

/** Values of periods as bars, oldest first. Each has its figure as text; a negative value hangs below the line. */
export const Bars = ({ items, dense = false }: Props) => {
  const top = Math.max(0, ...items.map(({ value }) => value))
  const bottom = Math.min(0, ...items.map(({ value }) => value))
  const span = top - bottom || 1
  const share = (value: number) => `${(Math.abs(value) / span) * 100}%`
  return (
    <ol className={cx(styles.bars, dense && styles.dense)}>
      {items.map(({ key, label, value, text }) => (
        <li key={key}>
          <span className={styles.plot} aria-hidden="true">
            <i
              style={
                value < 0
                  ? { top: share(top), height: share(value) }
                  : { bottom: share(bottom), height: share(value) }
              }
            />
          </span>
          <b className={cx('num', dense && 'visually-hidden')}>{text}</b>
          <small className="num">{label}</small>
        </li>
      ))}
    </ol>
  )
}

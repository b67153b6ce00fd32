import { cx } from '../cx.ts'
import styles from './Avatar.module.css'

/** The first character of the name. Decorative: the name is beside it. */
export function Avatar({
  name,
  size = 'm',
}: {
  readonly name: string
  readonly size?: 'm' | 'l' | undefined
}) {
  return (
    <span className={cx(styles.avatar, styles[size])} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  )
}

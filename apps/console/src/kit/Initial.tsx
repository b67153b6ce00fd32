import { cx } from '@fairlot/ui'
import styles from './Initial.module.css'

/** The first letter of a name in a circle. Decorative: the name is beside it. */
export const Initial = ({ name, mine = false }: { readonly name: string; readonly mine?: boolean }) => (
  <span className={cx(styles.initial, mine && styles.mine)} aria-hidden="true">
    {[...name][0]?.toUpperCase() ?? '?'}
  </span>
)

import { Icon } from '@fairlot/ui'
import styles from './MemberMark.module.css'

/** The icon that replaces a member's avatar. */
export const MemberMark = () => (
  <span className={styles.mark}>
    <Icon name="mine" size={1.625} weight={1.8} />
  </span>
)

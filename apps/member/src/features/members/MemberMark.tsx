import { Icon } from '@fairlot/ui'
import styles from './MemberMark.module.css'

/** Replaces the avatar until a member has a verified name to take a character from. */
export const MemberMark = () => (
  <span className={styles.mark}>
    <Icon name="mine" size={1.625} weight={1.8} />
  </span>
)

import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import styles from './IconButton.module.css'

interface IconButtonProps {
  readonly name: IconName
  readonly label: string
  readonly onPress: () => void
  readonly size?: number | undefined
  readonly dot?: boolean | undefined
  /** For a toggle such as the watch star: announced by `aria-pressed`, drawn filled. */
  readonly pressed?: boolean | undefined
  readonly className?: string | undefined
}

export function IconButton({ name, label, onPress, size, dot = false, pressed, className }: IconButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, pressed === true && styles.pressed, className)}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon name={name} size={size} filled={pressed === true} />
      {dot ? <i className={styles.dot} /> : null}
    </button>
  )
}

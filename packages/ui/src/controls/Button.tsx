import { type MouseEvent, type ReactNode, useId } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import { Link } from '../frame/Link.tsx'
import type { IconName } from '../icons.ts'
import styles from './Button.module.css'

export type ButtonKind =
  | 'primary'
  | 'quiet'
  | 'outline'
  | 'text'
  | 'danger'
  | 'danger-fill'
  | 'long'
  | 'short'
  | 'long-soft'
  | 'short-soft'

interface BaseProps {
  readonly kind?: ButtonKind | undefined
  readonly small?: boolean | undefined
  readonly wide?: boolean | undefined
  readonly icon?: IconName | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

interface ButtonProps extends BaseProps {
  readonly loading?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** Why it is disabled, as text for the member. A disabled button always gives a reason. */
  readonly reason?: string | undefined
  readonly type?: 'button' | 'submit' | undefined
  readonly onPress?: (() => void) | undefined
  readonly 'aria-describedby'?: string | undefined
}

const classOf = ({ kind = 'primary', small, wide, className }: BaseProps) =>
  cx(styles.button, styles[kind], small === true && styles.small, wide === true && styles.wide, className)

/**
 * Disabled and loading are `aria-disabled`, not `disabled`: the button keeps focus while its request runs, and a screen
 * reader can still reach it and read the reason.
 */
export function Button(props: ButtonProps) {
  const { loading = false, disabled = false, reason, type = 'button', onPress, icon, small, children } = props
  const reasonId = useId()
  const off = disabled || loading
  const explained = disabled && reason !== undefined && reason !== ''
  const describedBy = cx(explained && reasonId, props['aria-describedby']) || undefined
  const press = (event: MouseEvent) => {
    if (off) event.preventDefault()
    else onPress?.()
  }
  return (
    <>
      <button
        type={type}
        className={classOf(props)}
        aria-disabled={off || undefined}
        aria-busy={loading || undefined}
        aria-describedby={describedBy}
        data-loading={loading || undefined}
        onClick={press}
      >
        {icon === undefined ? null : <Icon name={icon} size={small === true ? 1 : 1.375} />}
        {children}
        {loading ? <i className={styles.progress} /> : null}
      </button>
      {explained ? (
        <span id={reasonId} className={styles.reason}>
          {reason}
        </span>
      ) : null}
    </>
  )
}

interface LinkButtonProps extends BaseProps {
  readonly href: string
}

export function LinkButton(props: LinkButtonProps) {
  const { href, icon, small, children } = props
  return (
    <Link href={href} className={classOf(props)}>
      {icon === undefined ? null : <Icon name={icon} size={small === true ? 1 : 1.375} />}
      {children}
    </Link>
  )
}

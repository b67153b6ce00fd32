import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Link } from '../frame/Link.tsx'
import styles from './TextLink.module.css'

interface TextLinkProps {
  readonly href?: string | undefined
  readonly onPress?: (() => void) | undefined
  /** Inside a sentence: the link follows the line, with a touch target of 44 px around it. */
  readonly inline?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function TextLink({ href, onPress, inline = false, className, children }: TextLinkProps) {
  const names = cx(inline ? styles.inline : styles.link, className)
  if (href !== undefined)
    return (
      <Link href={href} className={names} onClick={onPress}>
        {children}
      </Link>
    )
  return (
    <button type="button" className={names} onClick={onPress}>
      {children}
    </button>
  )
}

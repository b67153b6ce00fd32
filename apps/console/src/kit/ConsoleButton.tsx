import { Button, cx } from '@fairlot/ui'
import type { ComponentProps } from 'react'
import { Key } from './Key.tsx'
import styles from './ConsoleButton.module.css'

interface ConsoleButtonProps extends ComponentProps<typeof Button> {
  /** The key with the same effect, drawn after the label. */
  readonly hotkey?: string | undefined
}

/** The kit's button in console size. */
export function ConsoleButton({ hotkey, className, children, ...rest }: ConsoleButtonProps) {
  return (
    <Button {...rest} className={cx(styles.console, rest.small === true && styles.small, className)}>
      {children}
      {hotkey === undefined ? null : <Key>{hotkey}</Key>}
    </Button>
  )
}

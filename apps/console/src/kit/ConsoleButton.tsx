import { Button, cx } from '@fairlot/ui'
import type { ComponentProps } from 'react'
import { Key } from './Key.tsx'
import styles from './ConsoleButton.module.css'

interface ConsoleButtonProps extends ComponentProps<typeof Button> {
  /** The key with the same effect, drawn after the label. */
  readonly hotkey?: string | undefined
  /** A text button below other text: its label begins where they begin. */
  readonly flush?: boolean | undefined
}

/** The kit's button in console size. */
export function ConsoleButton({ hotkey, flush, className, children, ...rest }: ConsoleButtonProps) {
  return (
    <Button
      {...rest}
      className={cx(
        styles.console,
        rest.small === true && styles.small,
        flush === true && styles.flush,
        className,
      )}
    >
      {children}
      {hotkey === undefined ? null : <Key>{hotkey}</Key>}
    </Button>
  )
}

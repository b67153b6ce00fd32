import { Button, cx } from '@fairlot/ui'
import type { ComponentProps } from 'react'
import { Key } from './Key.tsx'
import styles from './DeskButton.module.css'

interface DeskButtonProps extends ComponentProps<typeof Button> {
  /** The key that does the same, drawn behind the word. */
  readonly hotkey?: string | undefined
}

/** The kit's button at the size of a desk. */
export function DeskButton({ hotkey, className, children, ...rest }: DeskButtonProps) {
  return (
    <Button {...rest} className={cx(styles.desk, rest.small === true && styles.small, className)}>
      {children}
      {hotkey === undefined ? null : <Key>{hotkey}</Key>}
    </Button>
  )
}

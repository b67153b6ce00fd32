// The bar below a form of credit: what it comes to, and the button with the reason why it cannot be pressed.

import { ActionBar, Button } from '@fairlot/ui'
import styles from './Credit.module.css'

interface FormBarProps {
  readonly figure?: { readonly label: string; readonly value: string } | undefined
  readonly problem: string | undefined
  readonly isSending?: boolean
  readonly onSend: () => void
  readonly children: string
}

export const FormBar = ({ figure, problem, isSending = false, onSend, children }: FormBarProps) => (
  <ActionBar>
    <div className={styles.bar}>
      {figure === undefined ? null : (
        <span>
          <span className={styles.small}>{figure.label}</span>
          <br />
          <span className={styles.strong}>{figure.value}</span>
        </span>
      )}
      <div className={styles.send}>
        <Button wide loading={isSending} disabled={problem !== undefined} reason={problem} onPress={onSend}>
          {children}
        </Button>
      </div>
    </div>
  </ActionBar>
)

// An order that was sent and has no answer: what is known, what the app is doing, and what the member can do.

import { Button, CopyButton, Note } from '@fairlot/ui'
import { displayId } from '@fairlot/money'
import { useOnline } from '#shell/connection.ts'
import type { Phase } from '#shell/send-once/send-once.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { ordersTexts } from '../texts/index.ts'
import { orderSender } from './order-sender.ts'
import styles from './SendingNote.module.css'

interface Props {
  readonly sending: { readonly phase: Phase; readonly body: { readonly orderId: string } }
  /** The sender to use; default: the one of opening orders. */
  readonly sender?: { readonly again: () => Promise<void>; readonly drop: () => void }
  /** Back to the ticket; only once it is known that nothing was sent. */
  readonly onEdit: () => void
}

export const SendingNote = ({ sending, sender = orderSender, onEdit }: Props) => {
  const texts = ordersTexts.use().sending
  const { copy } = shellTexts.use()
  const isOnline = useOnline()
  const { orderId } = sending.body
  const isMissing = sending.phase === 'missing'
  return (
    <div className={styles.note}>
      <Note tone="warn" role="status">
        <b className={styles.title}>{isMissing ? texts.missing : texts.unknown}</b>
        {isMissing ? texts.missingText : isOnline ? texts.unknownText : texts.offlineText}
      </Note>
      <p className={styles.id}>
        <span>{texts.order}</span>
        <span className={styles.mono}>{displayId(orderId)}</span>
        <CopyButton kind="icon" text={orderId} texts={copy} />
      </p>
      <div className={styles.actions}>
        {isMissing ? (
          <Button
            kind="quiet"
            onPress={() => {
              sender.drop()
              onEdit()
            }}
          >
            {texts.edit}
          </Button>
        ) : null}
        <Button
          loading={sending.phase === 'sending'}
          disabled={!isOnline}
          onPress={() => void sender.again()}
        >
          {texts.again}
        </Button>
      </div>
    </div>
  )
}

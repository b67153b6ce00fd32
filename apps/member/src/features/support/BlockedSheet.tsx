// Customer service for a member whose sign-in is blocked: only the conversation of this block, by the ticket.

import { useLanguage } from '@fairlot/app-shell/language'
import { Card, Note, Sheet } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { Composer } from './thread/Composer.tsx'
import { Entries } from './thread/Entries.tsx'
import { Promised } from './thread/Promised.tsx'
import { supportTexts } from './texts/index.ts'
import styles from './thread/Thread.module.css'

interface Props {
  readonly ticket: string
  readonly onClose: () => void
}

export const BlockedSheet = ({ ticket, onClose }: Props) => {
  const texts = supportTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const read = useRead('/support/readBlocked', { ticket })
  const send = async (text: string, _uploads: readonly string[], idempotencyKey: string) => {
    const answer = await call('/support/writeBlocked', { ticket, text, language }, { idempotencyKey })
    await refresh('/support/readBlocked')
    return answer.ok ? 'sent' : answer.why === 'refused' ? 'refused' : 'unanswered'
  }
  return (
    <Sheet
      open
      ground="page"
      onClose={onClose}
      title={texts.blocked.title}
      closeLabel={close}
      footer={<Composer onSend={send} />}
    >
      <div className={styles.thread}>
        <Note icon="lock">{texts.blocked.lead}</Note>
        <Answered read={read}>
          {({ thread, entries }) => (
            <>
              {thread?.dueAt == null ? null : (
                <Card className={styles.about}>
                  <Promised dueAt={thread.dueAt} />
                </Card>
              )}
              <Entries entries={entries} />
            </>
          )}
        </Answered>
      </div>
    </Sheet>
  )
}

// Who works on the matter: taken, released, handed over.

import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText, showToast } from '#shell/messages.ts'
import { useMe } from '#shell/session.ts'
import { supportTexts } from './texts/index.ts'
import type { Thread } from './thread.ts'
import { HandOverPopup } from './WorkPopups.tsx'
import styles from './Support.module.css'

export function Assigning({ data: { thread, assignee, colleagues } }: { readonly data: Thread }) {
  const texts = supportTexts.use()
  const me = useMe()
  const [isHanding, setHanding] = useState(false)
  const isMine = assignee !== null && assignee.operatorId === me?.operatorId
  const assign = async (to: string | null) => {
    const answer = await call('/support/assign', { threadId: thread.threadId, to, note: '' })
    if (!answer.ok) showToast({ text: await failureText(answer), tone: 'crit' })
    await refresh('/support/thread', '/support/inbox')
  }
  const others = colleagues.filter(({ operatorId }) => operatorId !== me?.operatorId)
  return (
    <div className={styles.assigning}>
      <ConsoleButton
        small
        kind="outline"
        onPress={() => void assign(isMine ? null : (me?.operatorId ?? null))}
      >
        {isMine ? texts.release : texts.take}
      </ConsoleButton>
      {others.length === 0 ? null : (
        <ConsoleButton small kind="outline" onPress={() => setHanding(true)}>
          {texts.handOver}
        </ConsoleButton>
      )}
      {isHanding ? (
        <HandOverPopup threadId={thread.threadId} colleagues={others} onClose={() => setHanding(false)} />
      ) : null}
    </div>
  )
}

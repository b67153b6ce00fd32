import { Icon, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

/** Where the operator is signed in. Another session can be ended; this one ends by signing out. */
export function Sessions() {
  const texts = accountTexts.use().sessions
  const read = useRead('/operators/listSessions', {})
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    const answer = await call('/operators/endSession', { sessionId })
    await refresh('/operators/listSessions')
    setEnding(null)
    if (answer.ok) showToast({ text: texts.ended })
    else await toastFailure(answer)
  }
  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={styles.lead}>{texts.lead}</p>
      <Answered read={read}>
        {({ sessions }) => (
          <ul className={styles.rows}>
            {sessions.map(({ sessionId, device, network, createdAt, lastSeenAt, isCurrent }) => (
              <li key={sessionId}>
                <Icon name="phone" size={1.25} />
                <span>
                  {device}
                  <small className="num">
                    {network} · {texts.begun(momentText(createdAt))} · {texts.seen(momentText(lastSeenAt))}
                  </small>
                </span>
                {isCurrent ? (
                  <StatusChip tone="brand">{texts.current}</StatusChip>
                ) : (
                  <ConsoleButton
                    small
                    kind="outline"
                    loading={ending === sessionId}
                    onPress={() => void end(sessionId)}
                  >
                    {texts.end}
                    <span className="visually-hidden"> {device}</span>
                  </ConsoleButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  )
}

import { cx, Icon, IconButton, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Moment } from '#kit/Moment.tsx'
import { Popup } from '#kit/Popup.tsx'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { openFile } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { failureText, showToast } from '#shell/messages.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { Assigning } from './Assigning.tsx'
import { Beside } from './Beside.tsx'
import { supportTexts } from './texts/index.ts'
import { dueOf, type Thread } from './thread.ts'
import styles from './Support.module.css'

interface Props {
  readonly threadId: string
  readonly onClose: () => void
}

export function ThreadView({ threadId, onClose }: Props) {
  const read = useRead('/support/thread', { threadId }, { every: 5_000 })
  // Only where the window is too narrow for three columns.
  const [isBesideShown, setBesideShown] = useState(false)
  const onBeside = () => setBesideShown(!isBesideShown)
  return (
    <Answered read={read}>
      {(data) => (
        <>
          <Conversation data={data} onClose={onClose} isBesideShown={isBesideShown} onBeside={onBeside} />
          <Beside data={data} isShown={isBesideShown} />
        </>
      )}
    </Answered>
  )
}

interface ConversationProps {
  readonly data: Thread
  readonly onClose: () => void
  readonly isBesideShown: boolean
  readonly onBeside: () => void
}

function Conversation({ data, onClose, isBesideShown, onBeside }: ConversationProps) {
  const texts = supportTexts.use()
  const now = useNow()
  const { thread, owner } = data
  return (
    <section className={styles.thread} aria-label={thread.title}>
      <header className={styles.head}>
        <div>
          <h2>{thread.title}</h2>
          <p className="num">
            {thread.number} · {owner.name ?? owner.account} {owner.number} ·{' '}
            {texts.openedAt(momentText(thread.openedAt))}
          </p>
        </div>
        {thread.dueAt === null ? (
          <StatusChip tone={thread.state === 'closed' ? 'neutral' : 'brand'}>
            {texts.states[thread.state]}
          </StatusChip>
        ) : (
          <StatusChip tone={dueOf(thread.dueAt, now, texts).tone === 'crit' ? 'crit' : 'warn'}>
            {texts.promised(momentText(thread.dueAt))}
          </StatusChip>
        )}
        <Assigning data={data} />
        <button
          type="button"
          className={styles.besideButton}
          aria-expanded={isBesideShown}
          onClick={onBeside}
        >
          {texts.beside}
        </button>
        <IconButton name="close" size={1.125} label={texts.close} onPress={onClose} />
      </header>
      <Entries data={data} />
      <AnswerForm data={data} />
    </section>
  )
}

/** Messages, answers and notes in the order of their times. A note is drawn apart: it is for colleagues only. */
function Entries({ data: { thread, owner, entries, notes } }: { readonly data: Thread }) {
  const texts = supportTexts.use()
  const all = [
    ...entries.map((entry) => ({ at: entry.at, key: entry.entryId, entry })),
    ...notes.map((note) => ({ at: note.at, key: note.noteId, note })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <ol className={styles.entries}>
      {all.map((each) =>
        'note' in each ? (
          <li key={each.key} className={styles.noted}>
            <b>
              {texts.note}
              {each.note.to === null ? '' : ` · ${texts.handedTo(each.note.to)}`}
            </b>
            <p>{each.note.text}</p>
            <small>
              {each.note.by} · <Moment at={each.at} />
            </small>
          </li>
        ) : (
          <li
            key={each.key}
            className={cx(styles.entry, each.entry.from === 'operator' ? styles.ours : styles.theirs)}
          >
            <p className={styles.bubble}>{each.entry.text}</p>
            {each.entry.attachments.map(({ fileId }, place) => (
              <Picture key={fileId} threadId={thread.threadId} fileId={fileId} place={place + 1} />
            ))}
            <small>
              {each.entry.by ?? owner.name ?? owner.account} · <Moment at={each.at} />
            </small>
          </li>
        ),
      )}
    </ol>
  )
}

interface PictureProps {
  readonly threadId: string
  readonly fileId: string
  readonly place: number
}

function Picture({ threadId, fileId, place }: PictureProps) {
  const texts = supportTexts.use()
  const [url, setUrl] = useState<string>()
  const [isLarge, setLarge] = useState(false)
  const name = texts.picture(place)
  const open = async () => {
    if (url === undefined) {
      const answer = await openFile('/support/openAttachment', { threadId, fileId })
      if (!answer.ok) return showToast({ text: await failureText(answer), tone: 'crit' })
      setUrl(URL.createObjectURL(answer.file))
    }
    setLarge(true)
  }
  return (
    <>
      <button type="button" className={styles.picture} onClick={() => void open()}>
        <Icon name="doc" size={1.25} />
        <span>
          <b>{name}</b>
          <small>{texts.openPicture}</small>
        </span>
      </button>
      <Popup
        open={isLarge}
        onClose={() => setLarge(false)}
        title={name}
        huge
        actions={
          <ConsoleButton kind="outline" onPress={() => setLarge(false)}>
            {texts.close}
          </ConsoleButton>
        }
      >
        <img className={styles.large} src={url} alt={name} />
      </Popup>
    </>
  )
}

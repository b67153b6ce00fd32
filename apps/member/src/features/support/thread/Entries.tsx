import type { DataOf } from '@fairlot/contract'
import { cx } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { useSession } from '#shell/session.ts'
import { supportTexts } from '../texts/index.ts'
import { SentPicture } from './SentPicture.tsx'
import styles from './Thread.module.css'

type Entry = DataOf<'/support/read'>['entries'][number]

export const Entries = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const texts = supportTexts.use()
  const moment = useMoment()
  const isMember = useSession() !== null
  return (
    <ol className={styles.entries} aria-live="polite">
      {entries.map(({ entryId, from, by, text, attachments, at }) => (
        <li key={entryId} className={cx(styles.entry, from === 'member' ? styles.own : styles.theirs)}>
          <p className={styles.bubble}>{text}</p>
          {attachments.map(({ fileId, bytes }, place) => (
            <SentPicture
              key={fileId}
              fileId={fileId}
              bytes={bytes}
              place={place + 1}
              canOpen={from === 'member' && isMember}
            />
          ))}
          <small className={styles.when}>
            {by === null ? moment(at) : `${by} · ${texts.service} · ${moment(at)}`}
          </small>
        </li>
      ))}
    </ol>
  )
}

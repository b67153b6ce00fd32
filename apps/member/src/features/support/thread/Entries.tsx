import type { DataOf } from '@fairlot/contract'
import { cx, Icon } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import { supportTexts } from '../texts/index.ts'
import { sizeText } from './Pictures.tsx'
import styles from './Thread.module.css'

type Entry = DataOf<'/support/read'>['entries'][number]

export const Entries = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const texts = supportTexts.use()
  const moment = useMoment()
  return (
    <ol className={styles.entries} aria-live="polite">
      {entries.map(({ entryId, from, by, text, attachments, at }) => (
        <li key={entryId} className={cx(styles.entry, from === 'member' ? styles.own : styles.theirs)}>
          <p className={styles.bubble}>{text}</p>
          {attachments.map(({ fileId, bytes }, place) => (
            <span key={fileId} className={styles.picture}>
              <span className={styles.well}>
                <Icon name="doc" />
              </span>
              <span>
                <b>{texts.picture(place + 1)}</b>
                <small>{texts.pictureNote(sizeText(bytes))}</small>
              </span>
            </span>
          ))}
          <small className={styles.when}>
            {by === null ? moment(at) : `${by} · ${texts.service} · ${moment(at)}`}
          </small>
        </li>
      ))}
    </ol>
  )
}

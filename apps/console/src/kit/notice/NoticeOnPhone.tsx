import type { Language } from '@fairlot/app-shell/language'
import { Icon } from '@fairlot/ui'
import { type BothLanguages, OpenedText } from '#kit/writing/OpenedText.tsx'
import styles from './NoticeOnPhone.module.css'

export interface NoticeTexts {
  readonly title: BothLanguages
  readonly summary: BothLanguages
  readonly body: BothLanguages
}

interface NoticeOnPhoneProps {
  readonly notice: NoticeTexts
  readonly language: Language
  readonly when: string
}

/** The row in the member's list and the opened notice. */
export const NoticeOnPhone = ({ notice: { title, summary, body }, language, when }: NoticeOnPhoneProps) => (
  <div className={styles.phone} lang={language === 'tw' ? 'zh-Hant-TW' : 'en'}>
    <p className={styles.row}>
      <span className={styles.tile}>
        <Icon name="news" size={1.25} />
      </span>
      <span>
        <b>{title[language] || '—'}</b>
        <small>{summary[language] || '—'}</small>
      </span>
    </p>
    <OpenedText title={title} body={body} language={language} when={when} />
  </div>
)

import type { Language } from '@fairlot/app-shell/language'
import { blocksOf } from '@fairlot/rules/notices'
import { Icon } from '@fairlot/ui'
import styles from './NoticeOnPhone.module.css'

type Texts = Readonly<Record<Language, string>>

export interface NoticeTexts {
  readonly title: Texts
  readonly summary: Texts
  readonly body: Texts
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
    <article className={styles.notice}>
      <h3>{title[language] || '—'}</h3>
      <small>{when}</small>
      {blocksOf(body[language]).map((block, n) =>
        block.kind === 'heading' ? (
          <h4 key={n}>{block.text}</h4>
        ) : block.kind === 'text' ? (
          <p key={n}>{block.text}</p>
        ) : (
          <dl key={n}>
            {block.rows.map(([left, right]) => (
              <div key={left}>
                <dt>{left}</dt>
                <dd>{right}</dd>
              </div>
            ))}
          </dl>
        ),
      )}
    </article>
  </div>
)

import { Icon, Segments } from '@fairlot/ui'
import { useState } from 'react'
import type { Language } from '@fairlot/app-shell/language'
import { useLanguage } from '@fairlot/app-shell/language'
import { blocksOf } from '@fairlot/rules/notices'
import { noticesTexts } from './texts/index.ts'
import styles from './Notices.module.css'

type Texts = Readonly<Record<Language, string>>

interface NoticePreviewProps {
  readonly notice: { readonly title: Texts; readonly summary: Texts; readonly body: Texts }
  readonly when: string
}

/** The row in the member's list and the opened notice, in either language. */
export function NoticePreview({ notice: { title, summary, body }, when }: NoticePreviewProps) {
  const texts = noticesTexts.use()
  const [language, setLanguage] = useState<Language>(useLanguage())
  return (
    <section className={styles.card} aria-label={texts.preview}>
      <h2 className={styles.heading}>{texts.preview}</h2>
      <Segments
        compact
        label={texts.languages.label}
        value={language}
        onChange={setLanguage}
        items={[
          { value: 'tw', label: texts.languages.tw },
          { value: 'en', label: texts.languages.en },
        ]}
      />
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
    </section>
  )
}

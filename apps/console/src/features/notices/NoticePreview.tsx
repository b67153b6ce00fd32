import { Segments } from '@fairlot/ui'
import { useState } from 'react'
import type { Language } from '@fairlot/app-shell/language'
import { useLanguage } from '@fairlot/app-shell/language'
import { NoticeOnPhone, type NoticeTexts } from '#kit/notice/NoticeOnPhone.tsx'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import writing from '#kit/writing/Writing.module.css'
import styles from './Notices.module.css'

interface NoticePreviewProps {
  readonly notice: NoticeTexts
  readonly when: string
}

/** What the member sees, in either language. */
export function NoticePreview({ notice, when }: NoticePreviewProps) {
  const texts = noticePreviewTexts.use()
  const [language, setLanguage] = useState<Language>(useLanguage())
  return (
    <section className={writing.card} aria-label={texts.preview}>
      <h2 className={writing.heading}>{texts.preview}</h2>
      <div className={styles.languages}>
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
      </div>
      <NoticeOnPhone notice={notice} language={language} when={when} />
    </section>
  )
}

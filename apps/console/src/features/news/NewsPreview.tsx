import { NewsOnPhone, type NewsTexts } from '#kit/news/NewsOnPhone.tsx'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import writing from '#kit/writing/Writing.module.css'
import styles from './News.module.css'

interface NewsPreviewProps {
  readonly article: NewsTexts
  readonly when: string
}

/** What the member sees, in both languages. */
export function NewsPreview({ article, when }: NewsPreviewProps) {
  const texts = noticePreviewTexts.use()
  return (
    <section className={writing.card} aria-label={texts.preview}>
      <h2 className={writing.heading}>{texts.preview}</h2>
      <div className={styles.phones}>
        <NewsOnPhone article={article} language="tw" when={when} />
        <NewsOnPhone article={article} language="en" when={when} />
      </div>
    </section>
  )
}

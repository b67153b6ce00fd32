import { NewsOnPhone, type NewsTexts } from '#kit/news/NewsOnPhone.tsx'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import styles from './News.module.css'

interface NewsPreviewProps {
  readonly article: NewsTexts
  readonly when: string
}

/** What the member sees, in both languages. */
export function NewsPreview({ article, when }: NewsPreviewProps) {
  const texts = noticePreviewTexts.use()
  return (
    <section className={styles.card} aria-label={texts.preview}>
      <h2 className={styles.heading}>{texts.preview}</h2>
      <div className={styles.phones}>
        <NewsOnPhone article={article} language="tw" when={when} />
        <NewsOnPhone article={article} language="en" when={when} />
      </div>
    </section>
  )
}

import { type NewsTexts as Texts, NewsOnPhone } from '#kit/news/NewsOnPhone.tsx'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import type { ReviewDetail } from './view.ts'
import styles from './ReviewPane.module.css'

/** The proposed article as members will see it, in both languages at once: the approval covers both and the picture. */
export function NewsTexts({ payload }: Pick<ReviewDetail, 'payload'>) {
  const texts = noticePreviewTexts.use()
  // The server has parsed the payload of this kind by the same shape before it described it.
  const article = payload as unknown as Texts
  return (
    <section aria-label={texts.preview}>
      <h3 className={styles.h3}>{texts.preview}</h3>
      <div className={styles.pictures}>
        <NewsOnPhone article={article} language="tw" when={texts.languages.tw} />
        <NewsOnPhone article={article} language="en" when={texts.languages.en} />
      </div>
    </section>
  )
}

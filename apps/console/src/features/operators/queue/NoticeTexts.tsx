import { NoticeOnPhone, type NoticeTexts as Texts } from '#kit/notice/NoticeOnPhone.tsx'
import { noticePreviewTexts } from '#kit/notice/texts/index.ts'
import type { ReviewDetail } from './view.ts'
import styles from './ReviewPane.module.css'

/** The proposed notice as members will see it, in both languages at once: the approval covers both. */
export function NoticeTexts({ payload }: Pick<ReviewDetail, 'payload'>) {
  const texts = noticePreviewTexts.use()
  // The server has parsed the payload of this kind by the same shape before it described it.
  const notice = payload as unknown as Texts
  return (
    <section aria-label={texts.preview}>
      <h3 className={styles.h3}>{texts.preview}</h3>
      <div className={styles.pictures}>
        <NoticeOnPhone notice={notice} language="tw" when={texts.languages.tw} />
        <NoticeOnPhone notice={notice} language="en" when={texts.languages.en} />
      </div>
    </section>
  )
}

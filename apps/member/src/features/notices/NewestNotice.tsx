import { useLanguage } from '@fairlot/app-shell/language'
import { Icon, Link } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import styles from './NewestNotice.module.css'

const FRESH_MS = 7 * 86_400_000

const useNotices = () => useRead('/notices/siteList', {}, { quiet: true, staleTime: 60_000 })

/** Whether the place of `NewestNotice` is settled: the notices have been answered, or their read has failed. */
export const useIsNoticeKnown = (): boolean => !useNotices().isPending

/** The newest notice to everyone, on the home screen for a week. */
export const NewestNotice = () => {
  const language = useLanguage()
  const { data, dataUpdatedAt } = useNotices()
  const newest = data?.notices[0]
  if (newest === undefined || dataUpdatedAt - Date.parse(newest.at) > FRESH_MS) return null
  return (
    <Link href={`/home/noticeDetail?id=${newest.noticeId}`} className={styles.notice}>
      <Icon name="news" size={1.125} />
      <span>{newest.title[language]}</span>
      <Icon name="chevron" size={0.875} />
    </Link>
  )
}

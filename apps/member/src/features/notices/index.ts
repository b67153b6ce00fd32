export { NewestNotice, useIsNoticeKnown } from './NewestNotice.tsx'
export { NoticeBell } from './NoticeBell.tsx'
export { useNoticeNews } from './use-notice-news.ts'

// The bell in the bar, with a mark while something is unread.

import { IconButton } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { noticesTexts } from './texts/index.ts'
import { useNoticeNews } from './use-notice-news.ts'

export const NoticeBell = () => {
  const texts = noticesTexts.use()
  const navigate = useNavigate()
  const isMember = useSession() !== null
  const { data } = useRead('/notices/list', {}, { enabled: isMember, quiet: true })
  useNoticeNews()
  const unread = isMember ? (data?.unread ?? 0) : 0
  return (
    <IconButton
      name="bell"
      size={1.5}
      dot={unread > 0}
      label={unread > 0 ? texts.bellUnread(unread) : texts.bell}
      onPress={() => navigate('/home/notice')}
    />
  )
}

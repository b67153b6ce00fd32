import { useEffect } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** Shows a new notice while the screen is open, and refreshes what it is about: a restriction set, lifted, decided. */
export const useNoticeNews = (): void => {
  useEffect(() => {
    const again = () => void refresh('/notices/list', '/members/profile')
    return onMemberEvent('notice.new', again, again)
  }, [])
}

import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** A new notice shows while one looks, and so does what it tells of the account: a restriction set, lifted, decided. */
export const useNoticeNews = (): void => {
  useEffect(() => {
    const again = () => void refresh('/notices/list', '/members/profile')
    return onOwn('notice.new', again, again)
  }, [])
}

import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** A new notice shows while one looks. */
export const useNoticeNews = (): void => {
  useEffect(() => {
    const again = () => void refresh('/notices/list')
    return onOwn('notice.new', again, again)
  }, [])
}

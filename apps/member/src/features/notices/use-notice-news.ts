import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

/** Shows a new notice while the screen is open, and refreshes what it is about: a restriction set, lifted, decided. */
export const useNoticeNews = (): void =>
  useMemberEvents(['notice.new'], () => void refresh('/notices/list', '/members/profile'))

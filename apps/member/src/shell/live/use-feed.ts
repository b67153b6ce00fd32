import { appFeed } from './app-feed.ts'
import { ONLY } from './cells.ts'
import type { Feed } from './freshness.ts'
import { useCell } from './use-cell.ts'

/** Whether prices move, and since when they do not. */
export const useFeed = (): Feed => useCell(appFeed().state, ONLY) ?? starting
const starting: Feed = { state: 'connecting', since: undefined }

/** Reconnects at once instead of after the next wait, when the member asks for it. */
export const reconnect = (): void => appFeed().hurry()

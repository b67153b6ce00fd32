import type { noticesRoutes } from '@fairlot/contract/notices'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listNotices, listSiteNotices } from './list-notices.ts'
import { readAllNotices } from './mark-all-read.ts'
import { mute, readPushKey, subscribe, type SubscribeDeps, unsubscribe } from './pushing/subscribe.ts'
import { readNoticeAsGuest, readOwnNotice } from './read-notice.ts'

export type NoticesDeps = SubscribeDeps

export const noticesHandlers = (deps: NoticesDeps): Handlers<typeof noticesRoutes> => ({
  siteList: async ({ before }, { now }) => done(await listSiteNotices(deps.db, before, now)),
  readSite: ({ noticeId }, { now }) => readNoticeAsGuest(deps.db, noticeId, now),
  list: async (body, { caller, now }) => done(await listNotices(deps.db, caller.memberId, body, now)),
  read: ({ noticeId }, { caller, now }) => readOwnNotice(deps.db, caller.memberId, noticeId, now),
  readAll: (_body, { caller, now }) => readAllNotices(deps.db, caller.memberId, now),
  pushKey: async (_body, { caller }) => done(await readPushKey(deps, caller)),
  subscribe: (body, { caller, now }) => subscribe(deps, caller, body, now),
  mute: (body, { caller }) => mute(deps, caller, body),
  unsubscribe: (_body, { caller }) => unsubscribe(deps, caller),
})

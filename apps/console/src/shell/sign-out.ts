import { call } from './client.ts'
import { dropSession, finishWork, type SessionEnd } from './session.ts'

/** Waiting work is sent first. After an idle time push to this browser stays. The page then clears the session at once, whatever the server answers. */
export const signOut = async (end: SessionEnd = 'signed-out'): Promise<void> => {
  await finishWork()
  await call('/operators/signOut', { isIdle: end === 'ended' })
  dropSession(end)
}

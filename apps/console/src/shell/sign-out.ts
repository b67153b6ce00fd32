import { call } from './client.ts'
import { dropSession } from './session.ts'

/** The page forgets at once, whatever the server answers. */
export const signOut = async (): Promise<void> => {
  await call('/operators/signOut', {})
  dropSession()
}

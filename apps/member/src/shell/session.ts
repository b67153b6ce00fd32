// The signed-in member of this phone. `tokend` and `account` are the specification's storage keys. The token alone is
// useless elsewhere, because the server also requires the bind cookie, which no script can read.

import { createStore, useStore } from '@fairlot/ui/store'
import { read, tabStorage, write } from './storage.ts'

export interface Session {
  readonly token: string
  readonly account: string
}

const readSession = (): Session | null => {
  const token = read('tokend')
  const account = read('account')
  return token && account ? { token, account } : null
}

/** The token in localStorage, as the specification names it. */
export const keepInStorage = (session: Session | null): void => write('tokend', session?.token ?? null)

let keep = keepInStorage

/** The native wrapper keeps the token elsewhere. */
export const keepSessionsBy = (next: typeof keepInStorage): void => {
  keep = next
}

const store = createStore<Session | null>(null)
const endListeners = new Set<() => void>()

const ended = () => {
  for (const listener of endListeners) listener()
}

/** Registers what must be deleted with the session, such as cached answers. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  endListeners.add(listener)
  return () => {
    endListeners.delete(listener)
  }
}

export const currentSession = (): Session | null => store.get()
export const useSession = (): Session | null => useStore(store)

/** The account last signed in here: it stays when a session expires and is removed by an explicit log-out. */
export const rememberedAccount = (): string | null => read('account')

export const startSession = ({ token, account }: Session): void => {
  const before = store.get()
  if (before !== null && before.account !== account) ended()
  const session = { token, account }
  keep(session)
  write('account', account)
  store.set(session)
}

/** The session ended without a log-out (401): the account is remembered for /login/reLogin. */
export const dropToken = (): void => {
  keep(null)
  holdSession(null)
}

/** What is in memory only, the kept session stays: null locks the app. */
export const holdSession = (session: Session | null): void => {
  store.set(session)
  if (session === null) ended()
}

let loggingOut: string | null = null

/**
 * The member asked to log out with this token. From now on a 401 is the expected answer to its requests, not the end of
 * a session that the member must be told about.
 */
export const startLogOut = (token: string): void => {
  loggingOut = token
}

/** Whether a 401 to this token ends the member's session: neither a newer sign-in nor a log-out under way. */
export const endsSession = (token: string): boolean => store.get()?.token === token && loggingOut !== token

/** The member logged out: all of their data is removed from the phone. */
export const endSession = (): void => {
  keep(null)
  write('account', null)
  write('unlock', null)
  write('search-history', null)
  write('order-draft', null)
  write('order-sending', null)
  write('close-sending', null)
  write('last-viewed', null)
  write('positions-shown', null)
  write('findings', null)
  tabStorage.write('identity-draft', null)
  forgetReturnTo()
  holdSession(null)
}

/** Reads storage at start-up and follows the other tabs. */
export const openSession = (): (() => void) => {
  store.set(readSession())
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'tokend' && event.key !== 'account') return
    const before = store.get()
    const now = readSession()
    if (now?.token === before?.token && now?.account === before?.account) return
    store.set(now)
    if (before !== null && now?.account !== before.account) ended()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

let returnTo: string | null = null

/** Where to return after signing in. In memory, for this visit only. */
export const rememberReturnTo = (path: string): void => {
  if (!path.startsWith('/login/') && path !== '/') returnTo = path
}
export const forgetReturnTo = (): void => {
  returnTo = null
}
export const takeReturnTo = (fallback: string): string => {
  const path = returnTo ?? fallback
  returnTo = null
  return path
}

// Who is signed in. The session is a cookie no script can read; this is only what the server said about it.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { OperatorRight } from '@fairlot/contract/operators'
import { createStore, useStore } from '@fairlot/ui/store'

export type Me = ConsoleDataOf<'/operators/me'>

/** `undefined` until the server has been asked. */
const store = createStore<Me | null | undefined>(undefined)
const endListeners = new Set<() => void>()

/** Something that must be forgotten with the session, such as cached answers. */
export const onSessionEnd = (listener: () => void): void => {
  endListeners.add(listener)
}

export const useMe = (): Me | null | undefined => useStore(store)

export const startSession = (me: Me): void => {
  const before = store.get()
  if (before && before.operatorId !== me.operatorId) for (const listener of endListeners) listener()
  store.set(me)
}

/** It ended, by itself or because somebody signed out. Nothing of it stays in the page. */
export const dropSession = (): void => {
  const before = store.get()
  store.set(null)
  if (before) for (const listener of endListeners) listener()
}

/** What a page or a button asks before it shows itself. The server asks again, and the database after it. */
export const mayDo = (me: Me | null | undefined, right: OperatorRight): boolean =>
  me?.rights.includes(right) ?? false

let returnTo: string | null = null

export const rememberReturnTo = (path: string): void => {
  if (!path.startsWith('/sign-in') && path !== '/') returnTo = path
}
export const takeReturnTo = (fallback: string): string => {
  const path = returnTo ?? fallback
  returnTo = null
  return path
}

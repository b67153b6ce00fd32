// The signed-in operator. The session is a cookie no script can read; this is only the server's answer about it.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { OperatorRight } from '@fairlot/contract/operators'
import { createStore, useStore } from '@fairlot/ui/store'

export type Me = ConsoleDataOf<'/operators/me'>

/** `undefined` until the server has answered. */
const store = createStore<Me | null | undefined>(undefined)
const endListeners = new Set<() => void>()

/** Registers what must be deleted with the session, such as cached answers. */
export const onSessionEnd = (listener: () => void): void => {
  endListeners.add(listener)
}

export const useMe = (): Me | null | undefined => useStore(store)

/** For code outside components. */
export const currentMe = (): Me | null | undefined => store.get()

export const startSession = (me: Me): void => {
  const before = store.get()
  if (before && before.operatorId !== me.operatorId) for (const listener of endListeners) listener()
  store.set(me)
}

/** How the last session of this page ended; `vote` when a vote was in progress and was not counted. */
export type SessionEnd = 'signed-out' | 'ended' | 'vote'
let lastEnd: SessionEnd = 'signed-out'
export const howItEnded = (): SessionEnd => lastEnd

/** Work that must be sent before an operator signs out. */
const leaveListeners = new Set<() => Promise<void>>()
export const beforeLeaving = (listener: () => Promise<void>): (() => void) => {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}
export const finishWork = async (): Promise<void> => {
  await Promise.all([...leaveListeners].map((listener) => listener()))
}

/** The session ended, by timeout or sign-out. Only drafts stay in the page. */
export const dropSession = (end: SessionEnd = 'signed-out'): void => {
  const before = store.get()
  if (before) lastEnd = end
  store.set(null)
  if (before) for (const listener of endListeners) listener()
}

/** A page or button checks this before it is shown. The server checks again, and the database after it. */
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

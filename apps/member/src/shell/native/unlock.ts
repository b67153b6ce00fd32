// The kept session behind face or fingerprint. While it is on, the token is in the phone's vault and in memory, never in
// localStorage. The lock drops it from memory: without the face or finger there is no token to use.
//
// The vault does not lengthen a session: the server ends it after the same hours, and a 401 empties the vault.

import { createStore, type Store } from '@fairlot/ui/store'
import type { Session } from '../session.ts'
import type { VaultPlugin } from './plugins.ts'
import type { Unlock } from './port.ts'

/** Long enough to fetch a code from an authenticator app. */
export const LOCK_AFTER_MS = 60_000

const NAME = 'session'

export interface UnlockDeps {
  readonly vault: VaultPlugin
  readonly now: () => number
  readonly texts: () => { readonly prompt: string; readonly cancel: string }
  /** The account whose session is in the vault; null when unlocking is off. */
  readonly readOwner: () => string | null
  readonly writeOwner: (account: string | null) => void
  readonly rememberedAccount: () => string | null
  /** What the app does with a token when there is no vault. */
  readonly keepInStorage: (session: Session | null) => void
  readonly currentSession: () => Session | null
  readonly suspend: () => void
  readonly resume: (session: Session) => void
}

export type Opened = 'opened' | 'refused' | 'lost'

export interface SessionLock extends Unlock {
  readonly isLocked: Store<boolean>
  readonly start: () => Promise<void>
  /** Instead of localStorage. */
  readonly keep: (session: Session | null) => void
  /** After the owner was removed with the member's other data. */
  readonly readOwner: () => void
  readonly hidden: () => void
  readonly shown: () => void
  readonly open: () => Promise<Opened>
  /** The member signs in with the password instead. */
  readonly leave: () => void
}

const isLost = (reason: unknown): boolean =>
  typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 'lost'

export const createSessionLock = (deps: UnlockDeps): SessionLock => {
  const { vault } = deps
  const isOn = createStore(deps.readOwner() !== null)
  const isLocked = createStore(false)
  let hiddenAt: number | null = null

  const setOwner = (account: string | null): void => {
    deps.writeOwner(account)
    isOn.set(account !== null)
  }
  // A vault that cannot be emptied holds a token that the server has ended, or one that only the face can open.
  const empty = (): Promise<void> => vault.remove({ name: NAME }).catch(() => {})
  const read = async (): Promise<string> => {
    const { prompt, cancel } = deps.texts()
    return (await vault.open({ name: NAME, title: prompt, cancel })).value
  }

  return {
    isOn,
    isLocked,
    start: async () => {
      const owner = deps.readOwner()
      if (owner === null) return
      // Logged out, or another member has signed in since.
      if (owner !== deps.rememberedAccount()) {
        setOwner(null)
        return empty()
      }
      const { isKept } = await vault.has({ name: NAME }).catch(() => ({ isKept: false }))
      isLocked.set(isKept && deps.currentSession() === null)
    },
    keep: (session) => {
      const owner = deps.readOwner()
      if (session === null || session.account !== owner) {
        if (session !== null && owner !== null) setOwner(null)
        if (owner !== null) void empty()
        return deps.keepInStorage(session)
      }
      deps.keepInStorage(null)
      // Not kept: the member signs in again at the next start.
      void vault.keep({ name: NAME, value: session.token }).catch(() => {})
    },
    turnOn: async () => {
      const session = deps.currentSession()
      if (session === null) return false
      try {
        await vault.keep({ name: NAME, value: session.token })
        if ((await read()) !== session.token) throw new Error('the vault returned another value')
      } catch {
        await empty()
        return false
      }
      setOwner(session.account)
      deps.keepInStorage(null)
      return true
    },
    turnOff: async () => {
      setOwner(null)
      deps.keepInStorage(deps.currentSession())
      await empty()
    },
    readOwner: () => isOn.set(deps.readOwner() !== null),
    hidden: () => {
      hiddenAt ??= deps.now()
    },
    shown: () => {
      const since = hiddenAt
      hiddenAt = null
      if (since === null || deps.now() - since < LOCK_AFTER_MS) return
      if (!isOn.get() || deps.currentSession() === null) return
      isLocked.set(true)
      deps.suspend()
    },
    open: async () => {
      try {
        const token = await read()
        const account = deps.readOwner()
        if (account === null) return 'lost'
        deps.resume({ token, account })
        isLocked.set(false)
        return 'opened'
      } catch (reason) {
        if (!isLost(reason)) return 'refused'
        await empty()
        return 'lost'
      }
    },
    leave: () => isLocked.set(false),
  }
}

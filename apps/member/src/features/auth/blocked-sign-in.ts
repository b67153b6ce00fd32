// The refusal of a blocked sign-in and the ticket for its appeal. Only in memory: none of it may be in the address or in
// storage.

import type { MessageCode } from '@fairlot/contract'
import { createStore, useStore } from '@fairlot/ui/store'
import type { Failed } from '#shell/client.ts'

interface BlockedSignIn {
  readonly msg: MessageCode
  readonly ticket: string
}

const store = createStore<BlockedSignIn | null>(null)

export const useBlockedSignIn = (): BlockedSignIn | null => useStore(store)

/** Returns false when the refusal has no ticket. */
export const keepBlockedSignIn = (failed: Failed): boolean => {
  const ticket = failed.why === 'refused' ? failed.params?.['ticket'] : undefined
  if (failed.why !== 'refused' || typeof ticket !== 'string') return false
  store.set({ msg: failed.msg, ticket })
  return true
}

export const dropBlockedSignIn = (): void => store.set(null)

// The search history on this device. It belongs to the member who is signed in, and sign-out deletes it.

import { currentSession } from '#shell/session.ts'
import { createStore, useStore } from '@fairlot/ui/store'
import { read, write } from '#shell/storage.ts'

export const MAX_KEPT = 20

interface Searches {
  readonly account: string
  readonly entries: readonly string[]
}

/** Puts the search first, removes its duplicate and keeps at most `MAX_KEPT` entries. */
export const remembered = (entries: readonly string[], text: string): readonly string[] => {
  const entry = text.trim()
  if (entry === '') return entries
  return [entry, ...entries.filter((each) => each !== entry)].slice(0, MAX_KEPT)
}

export const readKept = (text: string | null, account: string): readonly string[] => {
  if (text === null) return []
  try {
    const kept = JSON.parse(text) as Partial<Searches> | null
    if (kept?.account !== account || !Array.isArray(kept.entries)) return []
    return kept.entries.filter((entry) => typeof entry === 'string').slice(0, MAX_KEPT)
  } catch {
    return []
  }
}

const account = () => currentSession()?.account ?? ''
const load = (): Searches => ({ account: account(), entries: readKept(read('search-history'), account()) })
const store = createStore<Searches | undefined>(undefined)

const current = (): Searches => {
  const kept = store.get()
  return kept?.account === account() ? kept : load()
}

const save = (entries: readonly string[]) => {
  const kept: Searches = { account: account(), entries }
  write('search-history', entries.length === 0 ? null : JSON.stringify(kept))
  store.set(kept)
}

export const rememberSearch = (text: string): void => save(remembered(current().entries, text))
export const forgetSearches = (): void => save([])
export const useSearches = (): readonly string[] => {
  const kept = useStore(store)
  return kept?.account === account() ? kept.entries : load().entries
}

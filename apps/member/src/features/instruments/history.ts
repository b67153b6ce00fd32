// Searches on this phone, newest first. They belong to the member signed in at the time and are deleted at sign-out.

import { currentSession } from '#shell/session.ts'
import { createStore, useStore } from '@fairlot/ui/store'
import { read, write } from '#shell/storage.ts'

export const MAX_KEPT = 20

interface Kept {
  readonly account: string
  readonly entries: readonly string[]
}

/** Newest first, without duplicates, at most twenty. */
export const remembered = (entries: readonly string[], text: string): readonly string[] => {
  const entry = text.trim()
  if (entry === '') return entries
  return [entry, ...entries.filter((each) => each !== entry)].slice(0, MAX_KEPT)
}

export const readKept = (text: string | null, account: string): readonly string[] => {
  if (text === null) return []
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    if (kept?.account !== account || !Array.isArray(kept.entries)) return []
    return kept.entries.filter((entry) => typeof entry === 'string').slice(0, MAX_KEPT)
  } catch {
    return []
  }
}

const account = () => currentSession()?.account ?? ''
const load = (): Kept => ({ account: account(), entries: readKept(read('search-history'), account()) })
const store = createStore<Kept | undefined>(undefined)

const current = (): Kept => {
  const kept = store.get()
  return kept?.account === account() ? kept : load()
}

const keep = (entries: readonly string[]) => {
  const kept: Kept = { account: account(), entries }
  write('search-history', entries.length === 0 ? null : JSON.stringify(kept))
  store.set(kept)
}

export const rememberSearch = (text: string): void => keep(remembered(current().entries, text))
export const forgetSearches = (): void => keep([])
export const useSearches = (): readonly string[] => {
  const kept = useStore(store)
  return kept?.account === account() ? kept.entries : load().entries
}

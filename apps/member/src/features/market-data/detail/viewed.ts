// The stocks viewed last on this phone, newest first. They belong to the signed-in member and are deleted at sign-out.

import { currentSession } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'
import { createStore, useStore } from '@fairlot/ui/store'

const MAX_KEPT = 8

interface Kept {
  readonly account: string
  readonly symbols: readonly string[]
}

export const withViewed = (symbols: readonly string[], symbol: string): readonly string[] =>
  [symbol, ...symbols.filter((each) => each !== symbol)].slice(0, MAX_KEPT)

export const readViewed = (text: string | null, account: string): readonly string[] => {
  if (text === null) return []
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    if (kept?.account !== account || !Array.isArray(kept.symbols)) return []
    return kept.symbols.filter((symbol) => typeof symbol === 'string').slice(0, MAX_KEPT)
  } catch {
    return []
  }
}

const account = () => currentSession()?.account ?? ''
const store = createStore(0)
let last: Kept | undefined

const current = (): Kept =>
  last?.account === account()
    ? last
    : (last = { account: account(), symbols: readViewed(read('last-viewed'), account()) })

export const rememberViewed = (symbol: string): void => {
  if (account() === '') return
  last = { account: account(), symbols: withViewed(current().symbols, symbol) }
  write('last-viewed', JSON.stringify(last))
  store.set(store.get() + 1)
}

export const useViewed = (): readonly string[] => {
  useStore(store)
  return current().symbols
}

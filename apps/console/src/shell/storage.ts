// localStorage can be missing or full: the console then stores nothing, and still works. Member data and session data
// are never stored here.

export type StorageKey = 'console-lang' | 'console-theme' | 'console-seen'

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

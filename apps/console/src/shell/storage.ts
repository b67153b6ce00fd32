// localStorage, where it may be missing or full: the console then forgets, and still works. Nothing of a member and
// nothing of the session is ever kept here.

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
    // Nothing to do: the value lives as long as the page.
  }
}

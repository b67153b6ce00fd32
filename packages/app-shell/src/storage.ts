// localStorage can be missing or full (private windows, policies): the app then stores nothing, and still works.

export interface TextStorage<Key extends string> {
  readonly read: (key: Key) => string | null
  /** Null removes the value. */
  readonly write: (key: Key, value: string | null) => void
}

/** The storage is a function, because reading the property can throw as well. */
export const storageIn = <Key extends string>(storage: () => Storage): TextStorage<Key> => ({
  read: (key) => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  write: (key, value) => {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
    } catch {
      // Nothing to do: the value is kept as long as the page is open.
    }
  },
})

export const deviceStorage: TextStorage<string> = storageIn(() => localStorage)

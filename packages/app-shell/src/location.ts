// Where an app is: the address of a page, and how it was reached.

export interface Address {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}
export interface Location extends Address {
  /** Of this visit: the same address visited again has another. */
  readonly key: string
}
/** A whole address; nothing is resolved against the current page. */
export type To = string | Address
/** How a page was reached. `POP`: by back, forward, a reload or the address bar. */
export type Action = 'POP' | 'PUSH' | 'REPLACE'
export interface Update {
  readonly action: Action
  readonly location: Location
}

/** The address in the hash of a browser's address. */
export const addressIn = (hash: string): Address => {
  const [path = ''] = hash.slice(1).split('#')
  const at = path.indexOf('?')
  const pathname = at === -1 ? path : path.slice(0, at)
  const search = at === -1 ? '' : path.slice(at)
  return { pathname: pathname.startsWith('/') ? pathname : `/${pathname}`, search }
}

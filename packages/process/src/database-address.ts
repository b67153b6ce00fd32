// The address of PostgreSQL and its password. The password may be a file of its own, which is read again at each
// connection: a new password needs no restart, and no process list, unit file or crash report shows it.

import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'pg-connection-string'

/** Carries the file within the address, so that an address stays one text wherever it is passed on. */
const marker = 'fairlot_password_file'

export const readPassword = (file: string): string => readFileSync(file, 'utf8').trim()

/** What is wrong with a password file beside this address; undefined when nothing is. */
export function passwordFileProblem(url: string, file: string): string | undefined {
  if (!existsSync(file)) return 'no such file'
  if (URL.canParse(url) && new URL(url).password !== '')
    return 'the address has a password already: remove it there'
  return undefined
}

export function withPasswordFile(url: string, file: string | undefined): string {
  if (file === undefined || !URL.canParse(url)) return url
  const address = new URL(url)
  address.searchParams.set(marker, file)
  return address.href
}

/** The options of a pool or client for this address. */
export function connectionOf(url: string): { connectionString: string } | { password: () => string } {
  if (!url.includes(marker)) return { connectionString: url }
  const address = new URL(url)
  const file = address.searchParams.get(marker)!
  address.searchParams.delete(marker)
  // The driver lets the password of a connection string, even an empty one, win over its option: parsed here instead.
  const { password: _none, ...rest } = parse(address.href)
  return { ...rest, password: () => readPassword(file) }
}

import { readFileSync } from 'node:fs'

let list: ReadonlySet<string> | undefined

/** Checks the long list. Loaded on first use: 50 kB that only registration and password changes need. */
export function isCommonPassword(plain: string): boolean {
  list ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return list.has(plain)
}

// What has been called, by person and call. Written before a call and after its answer, so that an interrupted start
// sends the same call with the same key again, and a completed one sends nothing.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

interface Begun {
  /** The id of what the call makes, and its idempotency key. */
  readonly id: string
  readonly body: unknown
}

interface Entry {
  readonly begun?: Begun
  /** What the list of calls wants to remember of the answer. */
  readonly kept?: string
}

export interface Progress {
  /** Undefined: not done. */
  kept(person: string, call: string): string | undefined
  begun(person: string, call: string): Begun | undefined
  begin(person: string, call: string, begun: Begun): void
  finish(person: string, call: string, kept: string): void
  /** Refused: the next attempt is another call. */
  drop(person: string, call: string): void
}

export function openProgress(file: string): Progress {
  const entries: Record<string, Entry> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>)
    : {}
  const set = (person: string, call: string, entry: Entry | undefined): void => {
    if (entry === undefined) delete entries[`${person} ${call}`]
    else entries[`${person} ${call}`] = entry
    writeFileSync(`${file}.new`, JSON.stringify(entries, null, 1), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const of = (person: string, call: string): Entry | undefined => entries[`${person} ${call}`]
  return {
    kept: (person, call) => of(person, call)?.kept,
    begun: (person, call) => of(person, call)?.begun,
    begin: (person, call, begun) => set(person, call, { begun }),
    finish: (person, call, kept) => set(person, call, { kept }),
    drop: (person, call) => set(person, call, undefined),
  }
}

// Search runs on every keystroke, so it answers from memory: the whole table is a few hundred kilobytes and changes
// about once a day, while ranking two languages in SQL would cost a scan per keystroke. A copy is at most a minute old.

import type { FoundInstrument } from '@fairlot/contract/instruments'
import type { Db } from '#platform/db'
import { matchInstruments, nearInstruments, prepare, type Searchable } from './match-instruments.ts'
import { readInstruments } from './store.ts'

export type Search = (text: string, near: boolean, now: Date) => Promise<readonly FoundInstrument[]>

const freshForMs = 60_000

export function openSearch(db: Db): Search {
  let table: Promise<readonly Searchable[]> | undefined
  let readAt = 0
  const read = async (): Promise<readonly Searchable[]> =>
    (await readInstruments(db)).map(({ symbol, nameTw, nameEn, board, kind }) =>
      prepare({ symbol, nameTw, nameEn, board, kind }),
    )
  return async (text, near, now) => {
    const age = now.getTime() - readAt
    if (table === undefined || age < 0 || age >= freshForMs) {
      readAt = now.getTime()
      table = read()
      // A failed read must not be cached.
      table.catch(() => {
        table = undefined
      })
    }
    const match = near ? nearInstruments : matchInstruments
    return match(await table, text)
  }
}

// Numbers of the exchanges' files, read strictly: what is not a number of the expected form is not guessed.

import { squeeze } from '../public-files.ts'

/** A cell of a row by its column; spaces in names of columns do not count. */
export type Cell = (column: string) => string

/** Describes what is wrong with one row. */
export class WrongCell extends Error {}

/** An integer in units of the last of `places` decimals. Further decimals must be zero. */
export function decimal(text: string, places: number): number {
  const match = /^([+-]?)(\d{1,12})(?:[.](\d{1,10}))?$/.exec(text.replaceAll(',', ''))
  if (!match) throw new WrongCell(`${JSON.stringify(text)} is no number`)
  const digits = (match[3] ?? '').padEnd(places, '0')
  if (!/^0*$/.test(digits.slice(places)))
    throw new WrongCell(`${JSON.stringify(text)} has more than ${places} decimals`)
  const value = Number(match[2]! + digits.slice(0, places))
  if (!Number.isSafeInteger(value)) throw new WrongCell(`${JSON.stringify(text)} is too large`)
  return match[1] === '-' ? 0 - value : value
}

const isNone = (text: string): boolean => /^(-*|N\/A)$/i.test(text)

/** Null where the exchange writes nothing, dashes or N/A. */
export function optional(cell: Cell, column: string, read: (text: string) => number): number | null {
  const text = squeeze(cell(column))
  return isNone(text) ? null : named(column, () => read(text))
}

export const whole = (cell: Cell, column: string): number =>
  named(column, () => decimal(squeeze(cell(column)), 0))

function named(column: string, read: () => number): number {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongCell) throw new WrongCell(`${column} ${error.message}`)
    throw error
  }
}

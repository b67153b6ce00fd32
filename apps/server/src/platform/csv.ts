/** A spreadsheet runs a cell with such a start as a formula; text cells with it are escaped. Plain numbers stay. */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d+(\.\d+)?$/

const harmless = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)

export const quotedCell = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`

/** Quoted where necessary. */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? quotedCell(text) : harmless(text))

export interface CsvFile {
  readonly type: string
  readonly name: string
  readonly bytes: Buffer
}

/** UTF-8 with a byte order mark, so that a spreadsheet shows Chinese; line ends as in RFC 4180. */
export function csvFile(
  name: string,
  head: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): CsvFile {
  const text = [head, ...rows].map((row) => row.map((cell) => csvCell(cell ?? '')).join(',')).join('\r\n')
  return { type: 'text/csv; charset=utf-8', name: `${name}.csv`, bytes: Buffer.from(`\uFEFF${text}\r\n`) }
}

import { quotedCell } from '#platform/csv'
import type { Document } from './document.ts'

/** UTF-8 with a byte order mark, so that a spreadsheet shows Chinese; every cell quoted, line ends as in RFC 4180. */
export function csvOf({ title, mark, facts, tables, footer }: Document): string {
  const rows: (readonly string[])[] = [[title, ...(mark === null ? [] : [mark])], ...facts]
  for (const { title: name, columns, rows: body } of tables) {
    rows.push(
      [],
      [name],
      columns.map(({ label }) => label),
      ...body,
    )
  }
  rows.push([], [footer])
  return `\uFEFF${rows.map((row) => row.map(quotedCell).join(',')).join('\r\n')}\r\n`
}

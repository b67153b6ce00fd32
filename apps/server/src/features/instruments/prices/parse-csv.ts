/**
 * Rows of a comma-separated text. Cells may be quoted, with quotes doubled inside; the exchanges also write a code as
 * ="0050" so that a spreadsheet keeps its zeros.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = (): void => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (sign === '"' && (cell.trim() === '' || cell.trim() === '=')) {
      cell = ''
      quoted = true
    } else if (sign === ',') endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}

/** A spreadsheet runs a cell with such a start as a formula; text cells with it are escaped. Plain numbers stay. */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d+(\.\d+)?$/

const harmless = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)

export const quotedCell = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`

/** Quoted where necessary. */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? quotedCell(text) : harmless(text))

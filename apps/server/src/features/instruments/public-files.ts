// What the public files of the two Taiwan exchanges have in common: their encodings, spaces, dates and numbers.

/** Describes what is wrong with the whole file. */
export class WrongFile extends Error {}

/** Newer files are UTF-8, older downloads Big5. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('big5').decode(bytes)
  }
}

/** Headings and values contain spaces of both widths. */
export const squeeze = (text: string): string => text.replace(/[\s\u3000]/g, '')

/** `1150708`, `115/07/08` and `115年07月08日` are 8 July 2026: years count from 1911. */
export function rocDate(text: string): string {
  const match =
    /^(\d{2,3})(\d{2})(\d{2})$/.exec(squeeze(text)) ??
    /^(\d{2,3})[年/](\d{1,2})[月/](\d{1,2})日?$/.exec(squeeze(text))
  if (!match) throw new WrongFile(`says ${text === '' ? 'no date' : `${text}, which is no date`}`)
  const [year, month, day] = [Number(match[1]) + 1911, match[2]!.padStart(2, '0'), match[3]!.padStart(2, '0')]
  const date = `${year}-${month}-${day}`
  if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) {
    throw new WrongFile(`says ${text}, which is no date`)
  }
  return date
}

/** The one date that all rows say. */
export function oneDate(texts: ReadonlySet<string>): string {
  const dates = new Set([...texts].map(rocDate))
  const [date] = dates
  if (dates.size !== 1 || date === undefined) {
    throw new WrongFile(dates.size === 0 ? 'says no date' : 'has rows of several dates')
  }
  return date
}

/** Single spaces between words, none around; typing variants of a letter are unified. */
export const plainName = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')

/** Letters of any script and the marks between them. Digits and other symbols are mistakes. */
export function isName(text: string): boolean {
  const name = plainName(text)
  const size = [...name].length
  return size >= 2 && size <= 50 && /^\p{L}[\p{L}\p{M} .·‧・•'’-]*$/u.test(name) && /\p{L}.*\p{L}/u.test(name)
}

/** 林○安; M••• C•••. */
export function maskName(text: string): string {
  const name = plainName(text)
  if (/^[\p{Script=Han}·‧・]+$/u.test(name)) {
    const signs = [...name]
    return signs.length === 2
      ? `${signs[0]}○`
      : `${signs[0]}${'○'.repeat(signs.length - 2)}${signs[signs.length - 1]}`
  }
  return name
    .split(' ')
    .map((word) => `${[...word][0]}•••`)
    .join(' ')
}

/** A calendar date, YYYY-MM-DD, on which a living person can have been born. */
export function isBirthDate(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().slice(0, 10) === text &&
    text >= '1900-01-01' &&
    text <= today
  )
}

/** Full years on a day, both YYYY-MM-DD. A person born on 29 February turns a year older on 1 March in common years. */
export const ageOn = (birthDate: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)

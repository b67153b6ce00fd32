import { isBirthDate } from '@fairlot/rules/identity'

/** Inserts the hyphens while typing: 19900131 becomes 1990-01-31. */
export const birthDateFilter = (text: string): string => {
  const digits = text.normalize('NFKC').replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-')
}

/** The server checks again, with its own clock. */
export const isPastDate = (text: string): boolean => isBirthDate(text, new Date().toISOString().slice(0, 10))

// Document numbers. The checksum finds typing mistakes; only operators can tell whether the document exists.

import type { IdentityDocument } from '@fairlot/contract/identity'

/** Letters stand for two digits, in the order in which the places were numbered. */
const letters = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'
const valueOf = (letter: string): number => letters.indexOf(letter) + 10
const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]

/** As printed on the document: capitals, no spaces or hyphens. Full-width characters come from Chinese keyboards. */
export const plainNumber = (text: string): string =>
  text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')

function sumsUp(number: string): boolean {
  const [first = '', second = ''] = number
  const digits = [
    ...String(valueOf(first)),
    // The old resident certificate has a letter here; only its last digit counts.
    /[A-Z]/.test(second) ? String(valueOf(second) % 10) : second,
    ...number.slice(2),
  ].map(Number)
  return digits.reduce((sum, digit, at) => sum + digit * weights[at]!, 0) % 10 === 0
}

const shapes: Readonly<Record<IdentityDocument, RegExp>> = {
  'national-id': /^[A-Z][12]\d{8}$/,
  // Since 2021 a digit, 8 or 9; before that a letter. Old certificates are still in use.
  'resident-certificate': /^[A-Z][89A-D]\d{8}$/,
  // ICAO 9303: up to nine letters and digits. There is no check digit in the number itself.
  passport: /^(?=.*\d)[A-Z0-9]{6,9}$/,
}

export function isDocumentNumber(document: IdentityDocument, text: string): boolean {
  const number = plainNumber(text)
  return shapes[document].test(number) && (document === 'passport' || sumsUp(number))
}

/** One person has one national number, whichever card it is on. */
export const numberSpace = (document: IdentityDocument): string =>
  document === 'passport' ? 'passport' : 'taiwan'

/** A12••••789. */
export function maskNumber(text: string): string {
  const number = plainNumber(text)
  return `${number.slice(0, 3)}••••${number.slice(-3)}`
}

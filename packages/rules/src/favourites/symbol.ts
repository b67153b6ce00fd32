/**
 * A code as the Taiwan markets write it: four to six digits (stocks, ETFs, convertible bonds, warrants), or four or
 * five digits and a letter (preferred shares 2881A, leveraged and inverse ETFs 00632R, warrants 03001P).
 */
export const isSymbol = (text: string): boolean => /^(\d{4,6}|\d{4,5}[A-Z])$/.test(text)

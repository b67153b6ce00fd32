// What the console shows of a member until somebody opens it for a purpose: enough to tell two apart, too little to use.

/** 0912345678 → 0912-***-678. */
export const maskAccount = (account: string): string =>
  account.length < 8 ? '•••' : `${account.slice(0, 4)}-***-${account.slice(-3)}`

/** 林小安 → 林○安; Ann Lin → A○○ ○○n. */
export function maskName(name: string): string {
  const signs = [...name]
  if (signs.length <= 1) return '○'
  if (signs.length === 2) return `${signs[0]}○`
  return signs.map((sign, at) => (at === 0 || at === signs.length - 1 || sign === ' ' ? sign : '○')).join('')
}

/** The last four signs of a number: •••• 8842. */
export const maskNumber = (number: string): string => `•••• ${number.replace(/\s/g, '').slice(-4)}`

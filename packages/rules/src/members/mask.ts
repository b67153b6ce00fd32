// What operators are shown of a member until somebody opens it for a purpose: enough to tell two apart, too little to use.

/** 0912345678 → 0912-***-678. */
export const maskAccount = (account: string): string =>
  account.length < 8 ? '•••' : `${account.slice(0, 4)}-***-${account.slice(-3)}`

/**
 * What a member reads of the operators who decided about him: a number that stays the same and leads to the person for
 * whoever may ask, and neither a name nor a login.
 */
export const publicNumber = (operator: string): string =>
  /^[0-9a-f-]{36}$/.test(operator) ? `OP-${operator.slice(-8).toUpperCase()}` : operator

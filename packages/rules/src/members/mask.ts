// What operators see of a member until they open it for a purpose: enough to distinguish two members, too little to
// use.

/** 0912345678 → 0912-***-678. */
export const maskAccount = (account: string): string =>
  account.length < 8 ? '•••' : `${account.slice(0, 4)}-***-${account.slice(-3)}`

/**
 * How members see the operators who decided about them: a fixed number, neither name nor login. Authorised people can
 * look up the operator by it.
 */
export const publicNumber = (operator: string): string =>
  /^[0-9a-f-]{36}$/.test(operator) ? `OP-${operator.slice(-8).toUpperCase()}` : operator

/** A short number that an operator can say on the phone: the end of the id, which is random. */
export const memberNumber = (memberId: string): string => `M-${memberId.slice(-6).toUpperCase()}`

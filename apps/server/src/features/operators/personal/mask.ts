// What the console shows of a member until somebody opens it for a purpose: enough to tell two apart, too little to use.

/** 0912345678 → 0912-***-678. */
export const maskAccount = (account: string): string =>
  account.length < 8 ? '•••' : `${account.slice(0, 4)}-***-${account.slice(-3)}`

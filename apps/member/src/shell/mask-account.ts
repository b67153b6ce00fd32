/** 0912345678 is shown as 0912-***-678: the member recognises it, and an onlooker cannot use it. */
export const maskAccount = (account: string): string =>
  /^\d{10}$/.test(account)
    ? `${account.slice(0, 4)}-***-${account.slice(7)}`
    : `${account.slice(0, 2)}***${account.slice(-2)}`

/** 0912345678 reads 0912-***-678: enough to know it is mine, too little for who looks over my shoulder. */
export const maskAccount = (account: string): string =>
  /^\d{10}$/.test(account)
    ? `${account.slice(0, 4)}-***-${account.slice(7)}`
    : `${account.slice(0, 2)}***${account.slice(-2)}`

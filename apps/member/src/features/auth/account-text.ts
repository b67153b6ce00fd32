/**
 * What is typed as an account: spaces and hyphens are how people write a number, full-width figures how an input method
 * does. Letters stay, so that the member is told what is wrong with them.
 */
export const accountText = (typed: string): string =>
  typed
    .replace(/[\s-]/g, '')
    .replace(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0))

export const ACCOUNT_MAX = 32
export const PASSWORD_MAX = 64

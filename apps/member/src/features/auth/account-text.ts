/**
 * Normalises a typed account: people write spaces and hyphens, input methods full-width digits. Letters stay, so that
 * the member sees what is wrong with them.
 */
export const accountText = (typed: string): string =>
  typed
    .replace(/[\s-]/g, '')
    .replace(/[０-９]/g, (figure) => String.fromCharCode(figure.charCodeAt(0) - 0xfee0))

export const ACCOUNT_MAX = 32
export const PASSWORD_MAX = 64

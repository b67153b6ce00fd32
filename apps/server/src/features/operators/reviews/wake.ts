/** Wakes any listening worker after a decision. Safe to lose: the worker also polls. */
export const wakeSubject = (namespace: string): string => `${namespace}.reviews.decided`

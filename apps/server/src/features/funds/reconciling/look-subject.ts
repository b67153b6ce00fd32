/** Asks any listening worker to reconcile now. Safe to lose: the worker reconciles every minute anyway. */
export const lookSubject = (namespace: string): string => `${namespace}.funds.look`

/** Asks any listening worker to reconcile now. Safe to lose: the worker reconciles every minute anyway. */
export const reconcileSubject = (namespace: string): string => `${namespace}.funds.reconcile`

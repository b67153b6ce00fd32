/** Says "look now" to whichever worker listens. Nothing depends on it: the worker looks every minute anyway. */
export const lookSubject = (namespace: string): string => `${namespace}.funds.look`

import type { signOrder } from './sign-order.ts'

/** For forms that sign once at their end: the signing comes when it is needed. */
export const signLater: typeof signOrder = async (path, body) =>
  (await import('./sign-order.ts')).signOrder(path, body)

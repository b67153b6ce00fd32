import type { signOrder } from './sign-order.ts'

/** For forms that sign once at the end: the signing code loads when needed. */
export const signLater: typeof signOrder = async (path, body) =>
  (await import('./sign-order.ts')).signOrder(path, body)

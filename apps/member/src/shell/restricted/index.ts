import { lazy } from 'react'

/** Loads when a member is restricted, which is rare. */
export const Restricted = lazy(() =>
  import('./Restricted.tsx').then((file) => ({ default: file.Restricted })),
)
export { useRestrictions } from './use-restrictions.ts'

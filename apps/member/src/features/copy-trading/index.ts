import { lazy } from 'react'

export { MyCopies, OpenProducts } from './MyCopies.tsx'

// A mentor is read without them: the page loads them after its figures.
export const FollowBar = lazy(() => import('./FollowBar.tsx').then((file) => ({ default: file.FollowBar })))
export const FollowNote = lazy(() => import('./FollowBar.tsx').then((file) => ({ default: file.FollowNote })))

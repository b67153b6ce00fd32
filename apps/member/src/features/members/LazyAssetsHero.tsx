import { lazy, Suspense } from 'react'
import styles from './AssetsHero.module.css'

const Loaded = lazy(() => import('./AssetsHero.tsx').then((file) => ({ default: file.AssetsHero })))

/** Home is also a guest's: what only a member sees comes when there is one. */
export const AssetsHero = () => (
  <Suspense fallback={<div className={styles.hero} />}>
    <Loaded />
  </Suspense>
)

import { lazy, Suspense } from 'react'
import styles from './AssetsHero.module.css'

const Loaded = lazy(() => import('./AssetsHero.tsx').then((file) => ({ default: file.AssetsHero })))

/** Guests see the home screen too: the member's part loads only for members. */
export const AssetsHero = () => (
  <Suspense fallback={<div className={styles.hero} />}>
    <Loaded />
  </Suspense>
)

import { lazy, Suspense } from 'react'
import { useRead } from '#shell/data.ts'

const Called = lazy(() => import('./margin/CalledNote.tsx').then((file) => ({ default: file.CalledNote })))

/** Shown on Trade, Position and Mine while a margin call is open. Few members ever see it, so it loads on demand. */
export const MarginBanner = () => {
  const { data } = useRead('/positions/marginCall', {}, { quiet: true })
  return data?.open == null ? null : (
    <Suspense>
      <Called call={data.open} topUp={data.topUp} />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { useRead } from '#shell/data.ts'

const Called = lazy(() => import('./margin/CalledNote.tsx').then((file) => ({ default: file.CalledNote })))

/** Stands over Trade, Position and Mine while a margin call is open. Few ever see it, so it comes when there is one. */
export const MarginBanner = () => {
  const { data } = useRead('/positions/marginCall', {}, { quiet: true })
  return data?.open == null ? null : (
    <Suspense>
      <Called call={data.open} topUp={data.topUp} />
    </Suspense>
  )
}

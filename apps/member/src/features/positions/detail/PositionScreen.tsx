// One position from its first fill to its end: its result, its debt, its evidence, and the close button. With ?order=
// the page is about one order instead, which can be without a position so far.

import { SkeletonRows } from '@fairlot/ui'
import { lazy, Suspense } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { useOwnChanges } from '../use-own-changes.ts'
import { Missing } from './Missing.tsx'

const OrderPage = lazy(() => import('./OrderPage.tsx').then((file) => ({ default: file.OrderPage })))
// Fetched in parallel with the position itself.
const known = import('./KnownPosition.tsx')
const KnownPosition = lazy(() => known.then((file) => ({ default: file.KnownPosition })))

export const PositionScreen = () => {
  const search = useSearch()
  const order = search.get('order')
  const id = search.get('id')
  if (order !== null)
    return (
      <Suspense fallback={<Wait />}>
        <OrderPage orderId={order} />
      </Suspense>
    )
  return id === null || !/^[0-9a-f-]{36}$/i.test(id) ? <Missing /> : <Read key={id} id={id} />
}

const Wait = () => (
  <RouteScreen>
    <SkeletonRows label={shellTexts.use().loading} />
  </RouteScreen>
)

const Read = ({ id }: { readonly id: string }) => {
  const read = useRead('/positions/readPosition', { positionId: id }, { quiet: true })
  useOwnChanges()
  if (read.isError && read.error.failed.why === 'refused' && read.error.failed.msg === 'order.not-found')
    return <Missing />
  if (read.data !== undefined)
    return (
      <Suspense fallback={<Wait />}>
        <KnownPosition detail={read.data} />
      </Suspense>
    )
  return (
    <RouteScreen>
      <Answered read={read}>{() => null}</Answered>
    </RouteScreen>
  )
}

import { OrderTimeline } from '#features/orders'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { detailTexts } from './texts/index.ts'

/** The page of one order, which can be without a position so far. */
export const OrderPage = ({ orderId }: { readonly orderId: string }) => (
  <RouteScreen heading={detailTexts.use().orderHeading}>
    <OrderTimeline orderId={orderId} />
  </RouteScreen>
)

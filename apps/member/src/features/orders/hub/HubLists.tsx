import { Brakes } from './Brakes.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { QuickOrders } from './QuickOrders.tsx'

/** The lists of the hub: quick tickets, waiting orders, the brakes. */
export const HubLists = () => (
  <>
    <QuickOrders />
    <OpenOrders />
    <Brakes />
  </>
)

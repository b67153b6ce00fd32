import { RiskLimits } from './RiskLimits.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { QuickOrders } from './QuickOrders.tsx'

/** The lists of the hub: quick tickets, waiting orders, the risk limits. */
export const HubLists = () => (
  <>
    <QuickOrders />
    <OpenOrders />
    <RiskLimits />
  </>
)

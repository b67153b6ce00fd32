// The features with routes in the api. That role loads no others.

import { auctions } from './auctions/feature.ts'
import { audit } from './audit/feature.ts'
import { auth } from './auth/feature.ts'
import { bankAccounts } from './bank-accounts/feature.ts'
import { blockTrades } from './block-trades/feature.ts'
import { calendar } from './calendar/feature.ts'
import { copyTrading } from './copy-trading/feature.ts'
import { coupons } from './coupons/feature.ts'
import { currencyExchange } from './currency-exchange/feature.ts'
import { dayTrading } from './day-trading/feature.ts'
import { deposits } from './deposits/feature.ts'
import { draws } from './draws/feature.ts'
import { favourites } from './favourites/feature.ts'
import { funds } from './funds/feature.ts'
import { identity } from './identity/feature.ts'
import { instruments } from './instruments/feature.ts'
import { live } from './live/feature.ts'
import { marketData } from './market-data/feature.ts'
import { members } from './members/feature.ts'
import { newShares } from './new-shares/feature.ts'
import { placements } from './placements/feature.ts'
import { notices } from './notices/feature.ts'
import { orders } from './orders/feature.ts'
import { positions } from './positions/feature.ts'
import { site } from './site/feature.ts'
import { uploads } from './uploads/feature.ts'
import { withdrawals } from './withdrawals/feature.ts'
import { mentors } from './mentors/feature.ts'
import { savingsPlans } from './savings-plans/feature.ts'
import { news } from './news/feature.ts'
import { support } from './support/feature.ts'
import { credit } from './credit/feature.ts'
import { corporateActions } from './corporate-actions/feature.ts'
import type { ServerFeature } from './server-feature.ts'

export const memberFeatures: readonly ServerFeature[] = [
  auth,
  members,
  site,
  instruments,
  marketData,
  live,
  calendar,
  favourites,
  orders,
  positions,
  dayTrading,
  blockTrades,
  funds,
  audit,
  identity,
  bankAccounts,
  deposits,
  withdrawals,
  notices,
  coupons,
  draws,
  newShares,
  auctions,
  placements,
  currencyExchange,
  uploads,
  mentors,
  copyTrading,
  savingsPlans,
  news,
  support,
  credit,
  corporateActions,
]

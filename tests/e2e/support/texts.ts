// The app's own texts in both languages, so that a test finds a button by its text and never copies it.

import { texts as auctionsEn } from '../../../apps/member/src/features/auctions/texts/en.ts'
import { texts as auctionsTw } from '../../../apps/member/src/features/auctions/texts/tw.ts'
import { texts as currencyExchangeEn } from '../../../apps/member/src/features/currency-exchange/texts/en.ts'
import { texts as currencyExchangeTw } from '../../../apps/member/src/features/currency-exchange/texts/tw.ts'
import { texts as mentorsEn } from '../../../apps/member/src/features/mentors/texts/en.ts'
import { texts as mentorsTw } from '../../../apps/member/src/features/mentors/texts/tw.ts'
import { texts as corporateActionsEn } from '../../../apps/member/src/features/corporate-actions/texts/en.ts'
import { texts as corporateActionsTw } from '../../../apps/member/src/features/corporate-actions/texts/tw.ts'
import { texts as creditEn } from '../../../apps/member/src/features/credit/texts/en.ts'
import { texts as creditTw } from '../../../apps/member/src/features/credit/texts/tw.ts'
import { texts as savingsPlansEn } from '../../../apps/member/src/features/savings-plans/texts/en.ts'
import { texts as savingsPlansTw } from '../../../apps/member/src/features/savings-plans/texts/tw.ts'
import { texts as checksEn } from '../../../apps/member/src/features/audit/checks/texts/en.ts'
import { texts as checksTw } from '../../../apps/member/src/features/audit/checks/texts/tw.ts'
import { texts as helpEn } from '../../../apps/member/src/features/help/texts/en.ts'
import { texts as helpTw } from '../../../apps/member/src/features/help/texts/tw.ts'
import { texts as newsEn } from '../../../apps/member/src/features/news/texts/en.ts'
import { texts as newsTw } from '../../../apps/member/src/features/news/texts/tw.ts'
import { texts as supportEn } from '../../../apps/member/src/features/support/texts/en.ts'
import { texts as supportTw } from '../../../apps/member/src/features/support/texts/tw.ts'
import { texts as copyTradingEn } from '../../../apps/member/src/features/copy-trading/texts/en.ts'
import { texts as copyTradingTw } from '../../../apps/member/src/features/copy-trading/texts/tw.ts'
import { texts as placementsEn } from '../../../apps/member/src/features/placements/texts/en.ts'
import { texts as placementsTw } from '../../../apps/member/src/features/placements/texts/tw.ts'
import { texts as newSharesEn } from '../../../apps/member/src/features/new-shares/texts/en.ts'
import { texts as newSharesTw } from '../../../apps/member/src/features/new-shares/texts/tw.ts'
import { texts as authEn } from '../../../apps/member/src/features/auth/texts/en.ts'
import { texts as authTw } from '../../../apps/member/src/features/auth/texts/tw.ts'
import { texts as securityEn } from '../../../apps/member/src/features/auth/security/texts/en.ts'
import { texts as securityTw } from '../../../apps/member/src/features/auth/security/texts/tw.ts'
import { texts as fundsEn } from '../../../apps/member/src/features/funds/texts/en.ts'
import { texts as fundsTw } from '../../../apps/member/src/features/funds/texts/tw.ts'
import { texts as blockTradesEn } from '../../../apps/member/src/features/block-trades/texts/en.ts'
import { texts as blockTradesTw } from '../../../apps/member/src/features/block-trades/texts/tw.ts'
import { texts as dayTradingEn } from '../../../apps/member/src/features/day-trading/texts/en.ts'
import { texts as dayTradingTw } from '../../../apps/member/src/features/day-trading/texts/tw.ts'
import { texts as detailEn } from '../../../apps/member/src/features/market-data/detail/texts/en.ts'
import { texts as upcomingEn } from '../../../apps/member/src/features/market-data/detail/upcoming/texts/en.ts'
import { texts as upcomingTw } from '../../../apps/member/src/features/market-data/detail/upcoming/texts/tw.ts'
import { texts as moreDetailEn } from '../../../apps/member/src/features/market-data/detail/texts/more/en.ts'
import { texts as moreDetailTw } from '../../../apps/member/src/features/market-data/detail/texts/more/tw.ts'
import { texts as detailTw } from '../../../apps/member/src/features/market-data/detail/texts/tw.ts'
import { texts as favouritesEn } from '../../../apps/member/src/features/favourites/texts/en.ts'
import { texts as favouritesTw } from '../../../apps/member/src/features/favourites/texts/tw.ts'
import { texts as manageEn } from '../../../apps/member/src/features/favourites/manage/texts/en.ts'
import { texts as manageTw } from '../../../apps/member/src/features/favourites/manage/texts/tw.ts'
import { texts as identityEn } from '../../../apps/member/src/features/identity/texts/en.ts'
import { texts as identityTw } from '../../../apps/member/src/features/identity/texts/tw.ts'
import { texts as instrumentsEn } from '../../../apps/member/src/features/instruments/texts/en.ts'
import { texts as instrumentsTw } from '../../../apps/member/src/features/instruments/texts/tw.ts'
import { texts as listsEn } from '../../../apps/member/src/features/market-data/lists/texts/en.ts'
import { texts as listsTw } from '../../../apps/member/src/features/market-data/lists/texts/tw.ts'
import { texts as hotEn } from '../../../apps/member/src/features/market-data/lists/hot/texts/en.ts'
import { texts as hotTw } from '../../../apps/member/src/features/market-data/lists/hot/texts/tw.ts'
import { texts as screenerEn } from '../../../apps/member/src/features/market-data/screener/texts/en.ts'
import { texts as screenerTw } from '../../../apps/member/src/features/market-data/screener/texts/tw.ts'
import { texts as sectorsEn } from '../../../apps/member/src/features/market-data/sectors/texts/en.ts'
import { texts as sectorsTw } from '../../../apps/member/src/features/market-data/sectors/texts/tw.ts'
import { texts as homeEn } from '../../../apps/member/src/features/site/home/texts/en.ts'
import { texts as homeTw } from '../../../apps/member/src/features/site/home/texts/tw.ts'
import { texts as membersEn } from '../../../apps/member/src/features/members/texts/en.ts'
import { texts as membersTw } from '../../../apps/member/src/features/members/texts/tw.ts'
import { texts as noticesEn } from '../../../apps/member/src/features/notices/texts/en.ts'
import { texts as noticesTw } from '../../../apps/member/src/features/notices/texts/tw.ts'
import { texts as hubEn } from '../../../apps/member/src/features/orders/hub/texts/en.ts'
import { texts as hubTw } from '../../../apps/member/src/features/orders/hub/texts/tw.ts'
import { texts as entryEn } from '../../../apps/member/src/features/orders/ticket/texts/en.ts'
import { texts as entryTw } from '../../../apps/member/src/features/orders/ticket/texts/tw.ts'
import { texts as oddEn } from '../../../apps/member/src/features/orders/ticket/odd/texts/en.ts'
import { texts as oddTw } from '../../../apps/member/src/features/orders/ticket/odd/texts/tw.ts'
import { texts as orderNewsEn } from '../../../apps/member/src/features/orders/news/texts/en.ts'
import { texts as orderNewsTw } from '../../../apps/member/src/features/orders/news/texts/tw.ts'
import { texts as ordersEn } from '../../../apps/member/src/features/orders/texts/en.ts'
import { texts as ordersTw } from '../../../apps/member/src/features/orders/texts/tw.ts'
import { texts as timelineEn } from '../../../apps/member/src/features/orders/timeline/texts/en.ts'
import { texts as timelineTw } from '../../../apps/member/src/features/orders/timeline/texts/tw.ts'
import { texts as restrictedEn } from '../../../apps/member/src/shell/restricted/texts/en.ts'
import { texts as restrictedTw } from '../../../apps/member/src/shell/restricted/texts/tw.ts'
import { texts as nativeEn } from '../../../apps/member/src/shell/native/texts/en.ts'
import { texts as nativeTw } from '../../../apps/member/src/shell/native/texts/tw.ts'
import { texts as siteEn } from '../../../apps/member/src/features/site/texts/en.ts'
import { texts as siteTw } from '../../../apps/member/src/features/site/texts/tw.ts'
import { texts as positionsEn } from '../../../apps/member/src/features/positions/texts/en.ts'
import { texts as positionsTw } from '../../../apps/member/src/features/positions/texts/tw.ts'
import { texts as positionEn } from '../../../apps/member/src/features/positions/detail/texts/en.ts'
import { texts as positionTw } from '../../../apps/member/src/features/positions/detail/texts/tw.ts'
import { texts as closeEn } from '../../../apps/member/src/features/positions/close/texts/en.ts'
import { texts as closeTw } from '../../../apps/member/src/features/positions/close/texts/tw.ts'
import { texts as marginEn } from '../../../apps/member/src/features/positions/margin/texts/en.ts'
import { texts as marginTw } from '../../../apps/member/src/features/positions/margin/texts/tw.ts'
import { texts as fundamentalsEn } from '../../../apps/member/src/features/market-data/detail/fundamentals/texts/en.ts'
import { texts as fundamentalsTw } from '../../../apps/member/src/features/market-data/detail/fundamentals/texts/tw.ts'
import { texts as profitEn } from '../../../apps/member/src/features/positions/profit/texts/en.ts'
import { texts as profitTw } from '../../../apps/member/src/features/positions/profit/texts/tw.ts'
import { texts as rulesEn } from '../../../apps/member/src/features/site/rules/texts/en.ts'
import { texts as rulesTw } from '../../../apps/member/src/features/site/rules/texts/tw.ts'
import { texts as auditEn } from '../../../apps/member/src/features/audit/texts/en.ts'
import { texts as auditTw } from '../../../apps/member/src/features/audit/texts/tw.ts'
import { texts as marginBannerEn } from '../../../apps/member/src/features/positions/margin/texts/banner-en.ts'
import { texts as marginBannerTw } from '../../../apps/member/src/features/positions/margin/texts/banner-tw.ts'
import { texts as bankAccountsEn } from '../../../apps/member/src/features/bank-accounts/texts/en.ts'
import { texts as bankAccountsTw } from '../../../apps/member/src/features/bank-accounts/texts/tw.ts'
import { texts as drawsEn } from '../../../apps/member/src/features/draws/texts/en.ts'
import { texts as drawsTw } from '../../../apps/member/src/features/draws/texts/tw.ts'
import { texts as couponsEn } from '../../../apps/member/src/features/coupons/texts/en.ts'
import { texts as couponsTw } from '../../../apps/member/src/features/coupons/texts/tw.ts'
import { texts as depositsEn } from '../../../apps/member/src/features/deposits/texts/en.ts'
import { texts as depositsTw } from '../../../apps/member/src/features/deposits/texts/tw.ts'
import { texts as withdrawalDetailEn } from '../../../apps/member/src/features/withdrawals/detail/texts/en.ts'
import { texts as withdrawalDetailTw } from '../../../apps/member/src/features/withdrawals/detail/texts/tw.ts'
import { texts as withdrawalsEn } from '../../../apps/member/src/features/withdrawals/texts/en.ts'
import { texts as withdrawalsTw } from '../../../apps/member/src/features/withdrawals/texts/tw.ts'
import { texts as figureSheetEn } from '../../../apps/member/src/features/figures/sheet/texts/en.ts'
import { texts as figureSheetTw } from '../../../apps/member/src/features/figures/sheet/texts/tw.ts'
import { texts as figuresEn } from '../../../apps/member/src/features/figures/texts/en.ts'
import { texts as figuresTw } from '../../../apps/member/src/features/figures/texts/tw.ts'
import { texts as fundComponentsEn } from '../../../apps/member/src/features/funds/components/texts/en.ts'
import { texts as fundComponentsTw } from '../../../apps/member/src/features/funds/components/texts/tw.ts'
import { texts as walletEn } from '../../../apps/member/src/features/funds/wallet/texts/en.ts'
import { texts as walletTw } from '../../../apps/member/src/features/funds/wallet/texts/tw.ts'
import { texts as uploadsEn } from '../../../apps/member/src/features/uploads/texts/en.ts'
import { texts as uploadsTw } from '../../../apps/member/src/features/uploads/texts/tw.ts'
import { texts as shellEn } from '../../../apps/member/src/shell/texts/en.ts'
import { texts as shellTw } from '../../../apps/member/src/shell/texts/tw.ts'
import { texts as messagesEn } from '../../../packages/contract/src/catalogue/en.ts'
import { texts as messagesTw } from '../../../packages/contract/src/catalogue/tw.ts'
import type { Lang } from '../projects.ts'

const tw = {
  auth: authTw,
  security: securityTw,
  figures: figuresTw,
  figureSheet: figureSheetTw,
  funds: fundsTw,
  favourites: favouritesTw,
  manage: manageTw,
  identity: identityTw,
  bankAccounts: bankAccountsTw,
  coupons: couponsTw,
  newShares: newSharesTw,
  auctions: auctionsTw,
  placements: placementsTw,
  currencyExchange: currencyExchangeTw,
  mentors: mentorsTw,
  savingsPlans: savingsPlansTw,
  credit: creditTw,
  corporateActions: corporateActionsTw,
  news: newsTw,
  help: helpTw,
  support: supportTw,
  checks: checksTw,
  copyTrading: copyTradingTw,
  draws: drawsTw,
  deposits: depositsTw,
  withdrawals: { ...withdrawalsTw, detail: withdrawalDetailTw },
  fundComponents: fundComponentsTw,
  wallet: walletTw,
  uploads: uploadsTw,
  instruments: instrumentsTw,
  lists: listsTw,
  hot: hotTw,
  screener: screenerTw,
  sectors: sectorsTw,
  home: homeTw,
  detail: detailTw,
  moreDetail: moreDetailTw,
  upcoming: upcomingTw,
  members: membersTw,
  restricted: restrictedTw,
  notices: noticesTw,
  orders: ordersTw,
  entry: entryTw,
  odd: oddTw,
  dayTrading: dayTradingTw,
  blockTrades: blockTradesTw,
  hub: hubTw,
  timeline: timelineTw,
  orderNews: orderNewsTw,
  site: siteTw,
  positions: positionsTw,
  position: positionTw,
  close: closeTw,
  margin: marginTw,
  profit: profitTw,
  fundamentals: fundamentalsTw,
  rules: rulesTw,
  audit: auditTw,
  marginBanner: marginBannerTw,
  native: nativeTw,
  shell: shellTw,
  messages: messagesTw,
}

export type Texts = typeof tw

const en: Texts = {
  auth: authEn,
  security: securityEn,
  figures: figuresEn,
  figureSheet: figureSheetEn,
  funds: fundsEn,
  favourites: favouritesEn,
  manage: manageEn,
  identity: identityEn,
  bankAccounts: bankAccountsEn,
  coupons: couponsEn,
  newShares: newSharesEn,
  auctions: auctionsEn,
  placements: placementsEn,
  currencyExchange: currencyExchangeEn,
  mentors: mentorsEn,
  savingsPlans: savingsPlansEn,
  credit: creditEn,
  corporateActions: corporateActionsEn,
  news: newsEn,
  help: helpEn,
  support: supportEn,
  checks: checksEn,
  copyTrading: copyTradingEn,
  draws: drawsEn,
  deposits: depositsEn,
  withdrawals: { ...withdrawalsEn, detail: withdrawalDetailEn },
  fundComponents: fundComponentsEn,
  wallet: walletEn,
  uploads: uploadsEn,
  instruments: instrumentsEn,
  lists: listsEn,
  hot: hotEn,
  screener: screenerEn,
  sectors: sectorsEn,
  home: homeEn,
  detail: detailEn,
  moreDetail: moreDetailEn,
  upcoming: upcomingEn,
  members: membersEn,
  restricted: restrictedEn,
  notices: noticesEn,
  orders: ordersEn,
  entry: entryEn,
  odd: oddEn,
  dayTrading: dayTradingEn,
  blockTrades: blockTradesEn,
  hub: hubEn,
  timeline: timelineEn,
  orderNews: orderNewsEn,
  site: siteEn,
  positions: positionsEn,
  position: positionEn,
  close: closeEn,
  margin: marginEn,
  profit: profitEn,
  fundamentals: fundamentalsEn,
  rules: rulesEn,
  audit: auditEn,
  marginBanner: marginBannerEn,
  native: nativeEn,
  shell: shellEn,
  messages: messagesEn,
}

export const textsOf = (lang: Lang): Texts => (lang === 'tw' ? tw : en)

// The pages of the help, by chapter and in the order of the list. A page has its title in texts/, its body in the file of
// its chapter, the screen it explains and what to read next. Pages describe only what exists.

import type { ShellTexts } from '#shell/texts/tw.ts'

export const chapters = {
  start: ['practice-market', 'first-order', 'identity', 'protect-account', 'forgotten-password'],
  trading: [
    'order-kinds',
    'odd-lots',
    'order-costs',
    'when-to-sell',
    'market-hours',
    'conditional-orders',
    'savings-plans',
    'day-trading',
    'price-alerts',
    'stop-trading',
  ],
  borrowing: ['margin-loan', 'short-selling', 'margin-call'],
  offers: ['new-shares', 'auctions', 'placements', 'block-trades'],
  money: [
    'deposits',
    'withdrawals',
    'bank-accounts',
    'settlement',
    'total-assets',
    'currency-exchange',
    'coupons',
  ],
  checking: ['check-fill', 'check-draw', 'check-balance', 'rule-changes', 'restrictions', 'mentor-figures'],
} as const

export type Chapter = keyof typeof chapters
export type HelpPage = (typeof chapters)[Chapter][number]

export const chapterNames = Object.keys(chapters) as Chapter[]
export const pageNames: readonly HelpPage[] = chapterNames.flatMap((chapter) => chapters[chapter])

export const isHelpPage = (name: string): name is HelpPage => (pageNames as readonly string[]).includes(name)

export const chapterOf = (page: HelpPage): Chapter =>
  chapterNames.find((chapter) => (chapters[chapter] as readonly HelpPage[]).includes(page)) ?? 'start'

interface Leads {
  /** The screen that the page explains, with the key of its heading. */
  readonly screen: readonly [path: string, title: keyof ShellTexts['titles']]
  readonly next: readonly HelpPage[]
}

export const leads: Readonly<Record<HelpPage, Leads>> = {
  'practice-market': { screen: ['/market/market', 'market'], next: ['first-order', 'market-hours'] },
  'first-order': { screen: ['/trading/trading', 'trading'], next: ['order-kinds', 'order-costs'] },
  identity: { screen: ['/user/bandCard', 'identity'], next: ['bank-accounts', 'protect-account'] },
  'protect-account': {
    screen: ['/user/setting?view=security', 'security'],
    next: ['forgotten-password', 'withdrawals'],
  },
  'forgotten-password': { screen: ['/login/logon', 'logon'], next: ['protect-account'] },
  'order-kinds': { screen: ['/trading/trading', 'trading'], next: ['conditional-orders', 'market-hours'] },
  'odd-lots': { screen: ['/trading/trading', 'trading'], next: ['savings-plans', 'order-costs'] },
  'order-costs': { screen: ['/user/aboutUs?view=rules&rule=fee.', 'rules'], next: ['odd-lots', 'coupons'] },
  'when-to-sell': { screen: ['/position/position', 'position'], next: ['day-trading', 'settlement'] },
  'market-hours': { screen: ['/market/market', 'market'], next: ['order-kinds', 'check-draw'] },
  'conditional-orders': { screen: ['/position/position', 'position'], next: ['order-kinds', 'stop-trading'] },
  'savings-plans': {
    screen: ['/trading/trading?view=savings-plans', 'savingsPlans'],
    next: ['odd-lots', 'order-costs'],
  },
  'day-trading': { screen: ['/common/dayTrading', 'dayTrading'], next: ['when-to-sell', 'order-costs'] },
  'price-alerts': { screen: ['/market/favo', 'watchList'], next: ['conditional-orders'] },
  'stop-trading': { screen: ['/trading/trading', 'trading'], next: ['conditional-orders', 'margin-call'] },
  'margin-loan': { screen: ['/position/position', 'position'], next: ['margin-call', 'short-selling'] },
  'short-selling': { screen: ['/position/position', 'position'], next: ['margin-call', 'margin-loan'] },
  'margin-call': { screen: ['/position/position', 'position'], next: ['margin-loan', 'withdrawals'] },
  'new-shares': { screen: ['/market/subscribe', 'subscribe'], next: ['check-draw', 'auctions'] },
  auctions: { screen: ['/common/dividend2', 'auctions'], next: ['new-shares', 'placements'] },
  placements: { screen: ['/common/dividend3', 'placements'], next: ['check-draw', 'block-trades'] },
  'block-trades': { screen: ['/common/dividend', 'blockTrades'], next: ['settlement', 'placements'] },
  deposits: { screen: ['/user/rechargeChannel', 'deposit'], next: ['withdrawals', 'total-assets'] },
  withdrawals: { screen: ['/user/withdraw', 'withdraw'], next: ['bank-accounts', 'settlement'] },
  'bank-accounts': { screen: ['/user/BankCard', 'bankAccounts'], next: ['identity', 'withdrawals'] },
  settlement: { screen: ['/user/FundingDetails', 'fundRecord'], next: ['withdrawals', 'total-assets'] },
  'total-assets': {
    screen: ['/position/position?view=profit', 'profit'],
    next: ['settlement', 'check-balance'],
  },
  'currency-exchange': { screen: ['/user/exchange', 'exchange'], next: ['deposits', 'total-assets'] },
  coupons: { screen: ['/home/coupons', 'coupons'], next: ['order-costs'] },
  'check-fill': { screen: ['/position/position', 'position'], next: ['check-balance', 'order-kinds'] },
  'check-draw': { screen: ['/user/aboutUs?view=draws', 'draws'], next: ['new-shares', 'check-fill'] },
  'check-balance': {
    screen: ['/user/FundingDetails?view=proof', 'balanceProof'],
    next: ['total-assets', 'check-fill'],
  },
  'rule-changes': { screen: ['/user/aboutUs?view=rules', 'rules'], next: ['order-costs', 'restrictions'] },
  restrictions: { screen: ['/user/setting?view=restrictions', 'restrictions'], next: ['rule-changes'] },
  'mentor-figures': { screen: ['/gdindex/gdindex', 'follow'], next: ['total-assets', 'check-fill'] },
}

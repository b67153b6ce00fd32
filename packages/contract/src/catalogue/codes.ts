// The complete list of messages the API can answer with: every message in docs/specification.md, plus our own. `status`
// is the HTTP code of a refusal, 1 for a success. The texts are in tw.ts and en.ts beside this file; a code without
// both texts does not compile.

interface Entry {
  readonly status: 1 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503
  /** `spec`: named in docs/specification.md; `own`: ours. */
  readonly from: 'spec' | 'own'
}

export const catalogue = {
  // Account
  'account.not-found': { status: 404, from: 'spec' },
  'account.wrong-credentials': { status: 409, from: 'spec' },
  'account.exists': { status: 409, from: 'spec' },
  'account.inviter-not-found': { status: 409, from: 'spec' },
  'account.registration-failed': { status: 409, from: 'spec' },
  'account.passwords-differ': { status: 400, from: 'spec' },

  // Account state
  'restriction.frozen': { status: 403, from: 'spec' },
  'restriction.login-banned': { status: 403, from: 'spec' },
  'restriction.disabled': { status: 403, from: 'spec' },
  'restriction.no-trading': { status: 403, from: 'spec' },
  'restriction.no-withdrawal': { status: 403, from: 'spec' },

  // Passwords
  'password.wrong-old': { status: 409, from: 'spec' },
  'password.wrong-original': { status: 409, from: 'spec' },
  'password.wrong-fund': { status: 409, from: 'spec' },
  'password.wrong-channel': { status: 409, from: 'spec' },
  'password.fund-not-set': { status: 409, from: 'spec' },
  'request.too-frequent': { status: 429, from: 'spec' },
  'password.key-mismatch': { status: 409, from: 'spec' },

  // Balance
  'balance.insufficient': { status: 409, from: 'spec' },
  'balance.insufficient-withdrawable': { status: 409, from: 'spec' },
  'balance.credit-score-too-low': { status: 409, from: 'spec' },

  // Identity
  'identity.not-passed': { status: 409, from: 'spec' },
  'identity.not-done': { status: 409, from: 'spec' },
  'identity.pending': { status: 409, from: 'spec' },
  'identity.complete-first': { status: 409, from: 'spec' },

  // Time
  'time.outside-trading': { status: 409, from: 'spec' },
  'time.outside-deposit': { status: 409, from: 'spec' },
  'time.outside-withdrawal': { status: 409, from: 'spec' },
  'time.subscription-not-arrived': { status: 409, from: 'spec' },
  'time.not-listed-yet': { status: 409, from: 'spec' },

  // Stocks
  'stock.no-price': { status: 409, from: 'spec' },
  'stock.over-price-limit': { status: 409, from: 'spec' },
  'stock.not-found': { status: 404, from: 'spec' },
  'stock.removed': { status: 409, from: 'spec' },
  'stock.delisted': { status: 409, from: 'spec' },
  'stock.no-same-day-sale': { status: 409, from: 'spec' },
  'stock.no-sale-before-t1': { status: 409, from: 'spec' },

  // Orders
  'order.not-pending': { status: 409, from: 'spec' },
  'order.not-holding': { status: 409, from: 'spec' },
  'order.not-subscription': { status: 409, from: 'spec' },
  'order.not-review': { status: 409, from: 'spec' },
  'order.not-found': { status: 404, from: 'spec' },
  'order.fund-operation-in-progress': { status: 409, from: 'spec' },
  'order.pending-review-exists': { status: 409, from: 'spec' },

  // Block trade
  'block.closed': { status: 409, from: 'spec' },
  'block.daily-limit': { status: 409, from: 'spec' },

  // Credit
  'credit.limit-insufficient': { status: 409, from: 'spec' },
  'credit.repay-first': { status: 409, from: 'spec' },
  'credit.quota-full': { status: 409, from: 'spec' },
  'credit.channel-closed': { status: 409, from: 'spec' },

  // Follow
  'follow.past-deadline': { status: 409, from: 'spec' },
  'follow.mentor-not-found': { status: 404, from: 'spec' },
  'follow.trader-not-found': { status: 404, from: 'spec' },
  'follow.below-minimum': { status: 409, from: 'spec' },

  // Cards
  'card.not-found': { status: 404, from: 'spec' },
  'card.not-own': { status: 409, from: 'spec' },
  'card.exists': { status: 409, from: 'spec' },

  // Deposit
  'deposit.receipt-first': { status: 400, from: 'spec' },

  // System
  'system.busy': { status: 503, from: 'spec' },
  'system.something-wrong': { status: 500, from: 'spec' },

  // Successes
  'done.login': { status: 1, from: 'spec' },
  'done.registration': { status: 1, from: 'spec' },
  'done.recharge': { status: 1, from: 'spec' },
  'done.withdrawal': { status: 1, from: 'spec' },
  'done.purchase': { status: 1, from: 'spec' },
  'done.subscription': { status: 1, from: 'spec' },
  'done.placement': { status: 1, from: 'spec' },
  'done.follow': { status: 1, from: 'spec' },
  'done.credit': { status: 1, from: 'spec' },
  'done.repayment': { status: 1, from: 'spec' },
  'done.exchange': { status: 1, from: 'spec' },
  'done.cancel-order': { status: 1, from: 'spec' },

  // Ours: input
  'input.invalid': { status: 400, from: 'own' },
  'input.required': { status: 400, from: 'own' },
  'input.account-uppercase': { status: 400, from: 'own' },
  'input.account-chinese': { status: 400, from: 'own' },
  'input.account-not-ten-digits': { status: 400, from: 'own' },
  'input.account-prefix': { status: 400, from: 'own' },
  'input.password-length': { status: 400, from: 'own' },
  'input.password-composition': { status: 400, from: 'own' },
  'input.password-is-account': { status: 400, from: 'own' },
  'input.password-common': { status: 400, from: 'own' },
  'input.password-unchanged': { status: 400, from: 'own' },
  'input.fund-password-six-digits': { status: 400, from: 'own' },
  'input.fund-password-weak': { status: 400, from: 'own' },
  'input.agreement-required': { status: 400, from: 'own' },
  'input.symbol': { status: 400, from: 'own' },
  'input.text-length': { status: 400, from: 'own' },

  // Ours: session and request
  'session.expired': { status: 401, from: 'own' },
  'request.forbidden': { status: 403, from: 'own' },
  'request.not-found': { status: 404, from: 'own' },
  'request.too-large': { status: 413, from: 'own' },
  'request.not-json': { status: 415, from: 'own' },
  'request.key-required': { status: 400, from: 'own' },
  'request.key-reused': { status: 409, from: 'own' },
  'request.in-progress': { status: 409, from: 'own' },
  // 500, not 503: the app then asks whether it was done.
  'system.unconfirmed': { status: 500, from: 'own' },

  // Ours: sign-in and security
  'auth.agreement-changed': { status: 409, from: 'own' },
  'auth.locked': { status: 429, from: 'own' },
  'auth.wrong-code': { status: 409, from: 'own' },
  'auth.challenge-expired': { status: 409, from: 'own' },
  'auth.passkey-refused': { status: 409, from: 'own' },
  'auth.passkey-limit': { status: 409, from: 'own' },
  'auth.passkey-exists': { status: 409, from: 'own' },
  'auth.wrong-password': { status: 409, from: 'own' },
  'auth.second-factor-exists': { status: 409, from: 'own' },
  'auth.second-factor-missing': { status: 409, from: 'own' },
  'auth.fund-password-locked': { status: 429, from: 'own' },
  'auth.recovery-refused': { status: 409, from: 'own' },
  'auth.recovery-budget': { status: 429, from: 'own' },
  'auth.recovery-pending': { status: 409, from: 'own' },
  'auth.device-key-refused': { status: 409, from: 'own' },

  // Ours: members, favourites
  'member.appeal-exists': { status: 409, from: 'own' },
  'favourites.full': { status: 409, from: 'own' },
  'favourites.exists': { status: 409, from: 'own' },
  'favourites.group-name': { status: 400, from: 'own' },
  'favourites.group-exists': { status: 409, from: 'own' },
  'favourites.groups-full': { status: 409, from: 'own' },
  'favourites.alert-price': { status: 400, from: 'own' },
  'favourites.alert-reached': { status: 409, from: 'own' },
  'favourites.alert-same': { status: 409, from: 'own' },
  'favourites.alerts-full': { status: 409, from: 'own' },
  'screener.name': { status: 400, from: 'own' },
  'screener.empty': { status: 400, from: 'own' },
  'screener.full': { status: 409, from: 'own' },
  'chart.full': { status: 409, from: 'own' },

  // Ours: trading
  'order.terms-changed': { status: 409, from: 'own' },
  'order.choice': { status: 409, from: 'own' },
  'order.tick': { status: 400, from: 'own' },
  'order.lots': { status: 400, from: 'own' },
  'order.shares': { status: 400, from: 'own' },
  'order.odd-hours': { status: 409, from: 'own' },
  'order.minimum': { status: 409, from: 'own' },
  'order.stopped': { status: 409, from: 'own' },
  'order.duplicate-id': { status: 409, from: 'own' },
  'order.id-time': { status: 409, from: 'own' },
  'order.bound': { status: 409, from: 'own' },
  'order.signature': { status: 409, from: 'own' },
  'order.trigger': { status: 400, from: 'own' },
  'order.entry-trigger': { status: 400, from: 'own' },
  'order.exits': { status: 400, from: 'own' },
  'order.conditional-full': { status: 409, from: 'own' },
  'order.expiry': { status: 400, from: 'own' },
  'guard.far-price': { status: 409, from: 'own' },
  'guard.equity-share': { status: 409, from: 'own' },
  'guard.daily-loss': { status: 409, from: 'own' },
  'guard.loss-limit': { status: 400, from: 'own' },
  'margin.not-eligible': { status: 409, from: 'own' },
  'margin.line-full': { status: 409, from: 'own' },
  'margin.called': { status: 409, from: 'own' },
  'margin.no-shares-to-lend': { status: 409, from: 'own' },
  'margin.nothing-owed': { status: 409, from: 'own' },
  'position.locked': { status: 409, from: 'own' },
  'position.wait': { status: 409, from: 'own' },
  'block.lots': { status: 409, from: 'own' },
  'block.sold-out': { status: 409, from: 'own' },
  'day-trading.not-eligible': { status: 409, from: 'own' },
  'day-trading.quota': { status: 409, from: 'own' },
  'day-trading.too-late': { status: 409, from: 'own' },
  'day-trading.conditions': { status: 409, from: 'own' },
  'day-trading.cannot-keep': { status: 409, from: 'own' },
  'mentor.below-threshold': { status: 409, from: 'own' },
  'mentor.name-taken': { status: 409, from: 'own' },
  'follow.own': { status: 409, from: 'own' },
  'follow.exists': { status: 409, from: 'own' },
  'follow.above-maximum': { status: 409, from: 'own' },
  'follow.share-of-equity': { status: 409, from: 'own' },
  'follow.not-following': { status: 409, from: 'own' },

  // Ours: identity documents and money
  'upload.not-found': { status: 404, from: 'own' },
  'upload.refused': { status: 400, from: 'own' },
  'upload.too-many': { status: 409, from: 'own' },
  'identity.name': { status: 400, from: 'own' },
  'identity.number': { status: 400, from: 'own' },
  'identity.birth-date': { status: 400, from: 'own' },
  'identity.under-age': { status: 409, from: 'own' },
  'identity.duplicate': { status: 409, from: 'own' },
  'identity.already-verified': { status: 409, from: 'own' },
  'card.full': { status: 409, from: 'own' },
  'card.number': { status: 400, from: 'own' },
  'card.bank': { status: 400, from: 'own' },
  'card.ifsc': { status: 400, from: 'own' },
  'card.upi': { status: 400, from: 'own' },
  'card.resting': { status: 409, from: 'own' },
  'deposit.amount': { status: 409, from: 'own' },
  'deposit.daily-limit': { status: 409, from: 'own' },
  'deposit.channel-closed': { status: 409, from: 'own' },
  'subscription.closed': { status: 409, from: 'own' },
  'subscription.minimum': { status: 409, from: 'own' },
  'subscription.maximum': { status: 409, from: 'own' },
  'subscription.once': { status: 409, from: 'own' },
  'auction.not-started': { status: 409, from: 'own' },
  'auction.closed': { status: 409, from: 'own' },
  'auction.ceiling': { status: 409, from: 'own' },
  'auction.too-many': { status: 409, from: 'own' },
  'auction.not-due': { status: 409, from: 'own' },
  'withdrawal.amount': { status: 409, from: 'own' },
  'withdrawal.daily-limit': { status: 409, from: 'own' },
  'withdrawal.daily-count': { status: 409, from: 'own' },
  'withdrawal.resting': { status: 409, from: 'own' },
  'currency.same': { status: 400, from: 'own' },
  'currency.pair': { status: 400, from: 'own' },
  'currency.no-rate': { status: 409, from: 'own' },
  'currency.amount': { status: 409, from: 'own' },
  'currency.house-limit': { status: 409, from: 'own' },
  'currency.quote-expired': { status: 409, from: 'own' },
  'currency.quote-used': { status: 409, from: 'own' },
  'savings.amount': { status: 409, from: 'own' },
  'savings.days': { status: 409, from: 'own' },
  'savings.too-small': { status: 409, from: 'own' },
  'savings.too-many': { status: 409, from: 'own' },
  'savings.ended': { status: 409, from: 'own' },
  'support.not-found': { status: 404, from: 'own' },
  'support.about-not-found': { status: 409, from: 'own' },
  'support.too-many-open': { status: 409, from: 'own' },
  'support.too-many-messages': { status: 429, from: 'own' },
  'support.not-answered': { status: 409, from: 'own' },
  'credit.amount': { status: 409, from: 'own' },
  'credit.pledge': { status: 409, from: 'own' },
  'credit.repay-too-much': { status: 409, from: 'own' },
  'credit.increase': { status: 409, from: 'own' },
  'credit.increase-wait': { status: 409, from: 'own' },
  'notice.push-refused': { status: 409, from: 'own' },

  // Ours: successes
  'done.sign-out': { status: 1, from: 'own' },
  'done.password-changed': { status: 1, from: 'own' },
  'done.password-recovered': { status: 1, from: 'own' },
  'done.fund-password-set': { status: 1, from: 'own' },
  'done.second-factor-on': { status: 1, from: 'own' },
  'done.second-factor-off': { status: 1, from: 'own' },
  'done.passkey-added': { status: 1, from: 'own' },
  'done.passkey-removed': { status: 1, from: 'own' },
  'done.device-signed-out': { status: 1, from: 'own' },
  'done.device-key-on': { status: 1, from: 'own' },
  'done.device-key-off': { status: 1, from: 'own' },
  'done.appeal-sent': { status: 1, from: 'own' },
  'done.recovery-requested': { status: 1, from: 'own' },
  'done.favourite-added': { status: 1, from: 'own' },
  'done.favourite-removed': { status: 1, from: 'own' },
  'done.alert-added': { status: 1, from: 'own' },
  'draw.not-found': { status: 404, from: 'own' },
  'done.order-placed': { status: 1, from: 'own' },
  'done.close-placed': { status: 1, from: 'own' },
  'done.conditional-placed': { status: 1, from: 'own' },
  'done.guards-set': { status: 1, from: 'own' },
  'done.top-up': { status: 1, from: 'own' },
  'done.block-applied': { status: 1, from: 'own' },
  'done.day-trading-passed': { status: 1, from: 'own' },
  'done.day-trading-applied': { status: 1, from: 'own' },
  'done.day-trade-kept': { status: 1, from: 'own' },
  'done.mentor-applied': { status: 1, from: 'own' },
  'done.mentor-closed': { status: 1, from: 'own' },
  'done.savings-created': { status: 1, from: 'own' },
  'done.savings-changed': { status: 1, from: 'own' },
  'done.savings-paused': { status: 1, from: 'own' },
  'done.savings-resumed': { status: 1, from: 'own' },
  'done.savings-ended': { status: 1, from: 'own' },
  'done.support-sent': { status: 1, from: 'own' },
  'done.support-rated': { status: 1, from: 'own' },
  'done.identity-sent': { status: 1, from: 'own' },
  'done.bank-account-added': { status: 1, from: 'own' },
  'done.bank-account-removed': { status: 1, from: 'own' },
  'done.default-set': { status: 1, from: 'own' },
  'done.subscription-paid': { status: 1, from: 'own' },
  'done.bid-sealed': { status: 1, from: 'own' },
  'done.bid-cancelled': { status: 1, from: 'own' },
  'done.bid-paid': { status: 1, from: 'own' },
  'done.request-cancelled': { status: 1, from: 'own' },
  'done.uploaded': { status: 1, from: 'own' },
  'done.push-on': { status: 1, from: 'own' },
  'done.push-off': { status: 1, from: 'own' },
} as const satisfies Record<string, Entry>

export type MessageCode = keyof typeof catalogue
export type RefusalCode = {
  [C in MessageCode]: (typeof catalogue)[C]['status'] extends 1 ? never : C
}[MessageCode]
export type SuccessCode = Exclude<MessageCode, RefusalCode>

export const isMessageCode = (text: string): text is MessageCode => Object.hasOwn(catalogue, text)

/** One text per code. `{name}` is filled from the refusal's params. */
export type CatalogueTexts = Readonly<Record<MessageCode, string>>

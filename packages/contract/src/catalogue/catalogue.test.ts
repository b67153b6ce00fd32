// One test per message, named after its code; docs/specification.md points at these titles. The statuses are written
// out a second time on purpose: installed apps depend on them, so a change must be made twice.

import { describe, expect, test } from 'vitest'
import { catalogue, isMessageCode, type MessageCode } from './codes.ts'
import { texts as en } from './en.ts'
import { texts as tw } from './tw.ts'

const namedBySpecification: Readonly<Partial<Record<MessageCode, number>>> = {
  'account.not-found': 404,
  'account.wrong-credentials': 409,
  'account.exists': 409,
  'account.inviter-not-found': 409,
  'account.registration-failed': 409,
  'account.passwords-differ': 400,
  'restriction.frozen': 403,
  'restriction.login-banned': 403,
  'restriction.disabled': 403,
  'restriction.no-trading': 403,
  'restriction.no-withdrawal': 403,
  'password.wrong-old': 409,
  'password.wrong-original': 409,
  'password.wrong-fund': 409,
  'password.wrong-channel': 409,
  'password.fund-not-set': 409,
  'request.too-frequent': 429,
  'password.key-mismatch': 409,
  'balance.insufficient': 409,
  'balance.insufficient-withdrawable': 409,
  'balance.credit-score-too-low': 409,
  'identity.not-passed': 409,
  'identity.not-done': 409,
  'identity.pending': 409,
  'identity.complete-first': 409,
  'time.outside-trading': 409,
  'time.outside-deposit': 409,
  'time.outside-withdrawal': 409,
  'time.subscription-not-arrived': 409,
  'time.not-listed-yet': 409,
  'stock.no-price': 409,
  'stock.over-price-limit': 409,
  'stock.not-found': 404,
  'stock.removed': 409,
  'stock.delisted': 409,
  'stock.no-same-day-sale': 409,
  'stock.no-sale-before-t1': 409,
  'order.not-pending': 409,
  'order.not-holding': 409,
  'order.not-subscription': 409,
  'order.not-review': 409,
  'order.not-found': 404,
  'order.fund-operation-in-progress': 409,
  'order.pending-review-exists': 409,
  'block.closed': 409,
  'block.daily-limit': 409,
  'credit.limit-insufficient': 409,
  'credit.repay-first': 409,
  'credit.quota-full': 409,
  'credit.channel-closed': 409,
  'follow.past-deadline': 409,
  'follow.mentor-not-found': 404,
  'follow.trader-not-found': 404,
  'follow.below-minimum': 409,
  'card.not-found': 404,
  'card.not-own': 409,
  'card.exists': 409,
  'deposit.receipt-first': 400,
  'system.busy': 503,
  'system.something-wrong': 500,
  'done.login': 1,
  'done.registration': 1,
  'done.recharge': 1,
  'done.withdrawal': 1,
  'done.purchase': 1,
  'done.subscription': 1,
  'done.placement': 1,
  'done.follow': 1,
  'done.credit': 1,
  'done.repayment': 1,
  'done.exchange': 1,
  'done.cancel-order': 1,
}

const ours: Readonly<Partial<Record<MessageCode, number>>> = {
  'input.invalid': 400,
  'input.required': 400,
  'input.account-uppercase': 400,
  'input.account-chinese': 400,
  'input.account-not-ten-digits': 400,
  'input.account-prefix': 400,
  'input.password-length': 400,
  'input.password-composition': 400,
  'input.password-is-account': 400,
  'input.password-common': 400,
  'input.password-unchanged': 400,
  'input.fund-password-six-digits': 400,
  'input.fund-password-weak': 400,
  'input.agreement-required': 400,
  'input.symbol': 400,
  'input.text-length': 400,
  'session.expired': 401,
  'request.forbidden': 403,
  'request.not-found': 404,
  'request.too-large': 413,
  'request.not-json': 415,
  'request.key-required': 400,
  'request.key-reused': 409,
  'request.in-progress': 409,
  'system.unconfirmed': 500,
  'auth.agreement-changed': 409,
  'auth.locked': 429,
  'auth.wrong-code': 409,
  'auth.challenge-expired': 409,
  'auth.passkey-refused': 409,
  'auth.passkey-limit': 409,
  'auth.passkey-exists': 409,
  'auth.wrong-password': 409,
  'auth.second-factor-exists': 409,
  'auth.second-factor-missing': 409,
  'auth.fund-password-locked': 429,
  'auth.recovery-refused': 409,
  'auth.recovery-budget': 429,
  'auth.recovery-pending': 409,
  'auth.device-key-refused': 409,
  'member.appeal-exists': 409,
  'favourites.full': 409,
  'favourites.exists': 409,
  'favourites.group-name': 400,
  'favourites.group-exists': 409,
  'favourites.groups-full': 409,
  'favourites.alert-price': 400,
  'favourites.alert-reached': 409,
  'favourites.alert-same': 409,
  'favourites.alerts-full': 409,
  'screener.name': 400,
  'screener.empty': 400,
  'screener.full': 409,
  'chart.full': 409,
  'order.terms-changed': 409,
  'order.choice': 409,
  'order.tick': 400,
  'order.lots': 400,
  'order.shares': 400,
  'order.odd-hours': 409,
  'order.minimum': 409,
  'order.stopped': 409,
  'order.duplicate-id': 409,
  'order.id-time': 409,
  'order.bound': 409,
  'order.signature': 409,
  'order.trigger': 400,
  'order.entry-trigger': 400,
  'order.exits': 400,
  'order.conditional-full': 409,
  'order.expiry': 400,
  'guard.far-price': 409,
  'guard.equity-share': 409,
  'guard.daily-loss': 409,
  'guard.loss-limit': 400,
  'margin.not-eligible': 409,
  'margin.line-full': 409,
  'margin.called': 409,
  'margin.no-shares-to-lend': 409,
  'margin.nothing-owed': 409,
  'position.locked': 409,
  'position.wait': 409,
  'day-trading.not-eligible': 409,
  'day-trading.quota': 409,
  'day-trading.too-late': 409,
  'day-trading.conditions': 409,
  'block.lots': 409,
  'block.sold-out': 409,
  'day-trading.cannot-keep': 409,
  'mentor.below-threshold': 409,
  'mentor.name-taken': 409,
  'follow.own': 409,
  'follow.exists': 409,
  'follow.above-maximum': 409,
  'follow.share-of-equity': 409,
  'follow.not-following': 409,
  'done.sign-out': 1,
  'done.password-changed': 1,
  'done.password-recovered': 1,
  'done.fund-password-set': 1,
  'done.second-factor-on': 1,
  'done.second-factor-off': 1,
  'done.passkey-added': 1,
  'done.passkey-removed': 1,
  'done.device-signed-out': 1,
  'done.device-key-on': 1,
  'done.device-key-off': 1,
  'done.appeal-sent': 1,
  'done.recovery-requested': 1,
  'done.alert-added': 1,
  'done.order-placed': 1,
  'done.close-placed': 1,
  'done.conditional-placed': 1,
  'done.guards-set': 1,
  'done.top-up': 1,
  'done.day-trading-passed': 1,
  'done.day-trading-applied': 1,
  'done.day-trade-kept': 1,
  'done.mentor-applied': 1,
  'done.mentor-closed': 1,
  'done.savings-created': 1,
  'done.savings-changed': 1,
  'done.savings-paused': 1,
  'done.savings-resumed': 1,
  'done.savings-ended': 1,
  'done.support-sent': 1,
  'done.support-rated': 1,
  'upload.not-found': 404,
  'upload.refused': 400,
  'upload.too-many': 409,
  'identity.name': 400,
  'identity.number': 400,
  'identity.birth-date': 400,
  'identity.under-age': 409,
  'identity.duplicate': 409,
  'identity.already-verified': 409,
  'card.full': 409,
  'card.number': 400,
  'card.bank': 400,
  'card.ifsc': 400,
  'card.upi': 400,
  'card.resting': 409,
  'deposit.amount': 409,
  'deposit.daily-limit': 409,
  'deposit.channel-closed': 409,
  'subscription.closed': 409,
  'subscription.minimum': 409,
  'subscription.maximum': 409,
  'subscription.once': 409,
  'auction.not-started': 409,
  'auction.closed': 409,
  'auction.ceiling': 409,
  'auction.too-many': 409,
  'auction.not-due': 409,
  'withdrawal.amount': 409,
  'withdrawal.daily-limit': 409,
  'withdrawal.daily-count': 409,
  'withdrawal.resting': 409,
  'draw.not-found': 404,
  'currency.same': 400,
  'currency.pair': 400,
  'currency.no-rate': 409,
  'currency.amount': 409,
  'currency.house-limit': 409,
  'currency.quote-expired': 409,
  'currency.quote-used': 409,
  'savings.amount': 409,
  'savings.days': 409,
  'savings.too-small': 409,
  'savings.too-many': 409,
  'savings.ended': 409,
  'support.not-found': 404,
  'support.about-not-found': 409,
  'support.too-many-open': 409,
  'support.too-many-messages': 429,
  'support.not-answered': 409,
  'credit.amount': 409,
  'credit.pledge': 409,
  'credit.repay-too-much': 409,
  'credit.increase': 409,
  'credit.increase-wait': 409,
  'notice.push-refused': 409,
  'done.identity-sent': 1,
  'done.bank-account-added': 1,
  'done.bank-account-removed': 1,
  'done.default-set': 1,
  'done.subscription-paid': 1,
  'done.bid-sealed': 1,
  'done.bid-cancelled': 1,
  'done.bid-paid': 1,
  'done.request-cancelled': 1,
  'done.block-applied': 1,
  'done.uploaded': 1,
  'done.push-on': 1,
  'done.push-off': 1,
  'done.favourite-added': 1,
  'done.favourite-removed': 1,
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
const cjk = /[\u3400-\u9fff\uf900-\ufaff]/u

function holds(code: string, status: number | undefined) {
  if (!isMessageCode(code)) throw new Error(`${code} is not in the catalogue`)
  expect(catalogue[code].status).toBe(status)

  expect(tw[code]).toMatch(cjk)
  expect(en[code]).toMatch(/[a-z]/)
  expect(en[code]).not.toMatch(cjk)
  expect(placeholders(tw[code])).toEqual(placeholders(en[code]))

  for (const text of [tw[code], en[code]]) {
    expect(text).toBe(text.trim())
    // A message states a fact and the next step, without exclamation marks.
    expect(text).not.toMatch(/[!！]/)
    // It ends as a sentence, also after a closing bracket.
    expect(text).toMatch(/[.。]$/)
  }
  // One form of address everywhere, and no Simplified characters.
  expect(tw[code]).not.toMatch(/[您账户请错码这现们为时间过没务统认证额贷]/u)
}

describe('messages the specification names', () => {
  test.each(Object.entries(namedBySpecification))('%s', (code, status) => {
    holds(code, status)
    expect(catalogue[code as MessageCode].from).toBe('spec')
  })
})

describe('our own messages', () => {
  test.each(Object.entries(ours))('%s', (code, status) => {
    holds(code, status)
    expect(catalogue[code as MessageCode].from).toBe('own')
  })
})

test('every code of the catalogue has a test named after it', () => {
  expect(Object.keys({ ...namedBySpecification, ...ours }).toSorted()).toEqual(
    Object.keys(catalogue).toSorted(),
  )
})

test('no two codes have the same text in one language', () => {
  for (const texts of [tw, en]) {
    const seen = Object.values(texts)
    expect(new Set(seen).size).toBe(seen.length)
  }
})

test('restriction messages point to customer service', () => {
  for (const code of [
    'restriction.frozen',
    'restriction.login-banned',
    'restriction.disabled',
    'restriction.no-trading',
    'restriction.no-withdrawal',
  ] as const) {
    expect(tw[code]).toContain('客服')
    expect(en[code]).toContain('customer service')
  }
})

test('an unknown word is not a message code', () => {
  expect(isMessageCode('toString')).toBe(false)
  expect(isMessageCode('')).toBe(false)
})

// What raises each message. A code without a cause does not compile. Causes that start with `open` name the
// rule a later feature brings; the word goes when the feature raises it.

import type { MessageCode } from '../packages/contract/src/catalogue/codes.ts'

export const causes: Readonly<Record<MessageCode, string>> = {
  'account.not-found':
    'open: an operator names a member who does not exist (operators). Never said at sign-in or recovery, where it would tell a stranger who is a member',
  'account.wrong-credentials': 'Signing in with an unknown account or a wrong password: one answer for both',
  'account.exists': 'Registering an account that is taken, after the invitation code was found valid',
  'account.inviter-not-found': 'Registering with an invitation code nobody holds',
  'account.registration-failed':
    'open: nothing raises it yet; a registration that breaks answers that something went wrong, and one the server is too busy for says so',
  'account.passwords-differ': 'The second entry of a new login or fund password differs from the first',

  'restriction.frozen':
    'open: trading or moving money out under a restriction `frozen`; a freeze by court order stops closing too (orders, withdrawals)',
  'restriction.login-banned':
    'Signing in, by whichever way, with the right proof under a restriction `login-banned`, and any call of a session that is still open',
  'restriction.disabled': 'The same under a restriction `disabled`',
  'restriction.no-trading': 'open: an opening order under a restriction `no-trading` (orders)',
  'restriction.no-withdrawal': 'open: a withdrawal under a restriction `no-withdrawal` (withdrawals)',

  'password.wrong-old': 'Changing the login password with a wrong old one',
  'password.wrong-original': 'Changing the fund password with a wrong original one',
  'password.wrong-fund': 'open: a withdrawal with a wrong fund password (withdrawals)',
  'password.wrong-channel': 'open: a deposit with a wrong channel password (deposits)',
  'password.fund-not-set': 'open: a withdrawal before a fund password is set (withdrawals)',
  'request.too-frequent': 'More calls than the pace of the route allows; the seconds to wait come with it',
  'password.key-mismatch': 'open: a wrong block-trade password (block-trades)',

  'balance.insufficient':
    'open: the available balance does not cover what must be held (orders, new-shares, credit)',
  'balance.insufficient-withdrawable':
    'open: the settled, unheld balance does not cover the withdrawal (withdrawals)',
  'balance.credit-score-too-low':
    'open: rule `withdraw.minCreditScore`, off by default; a member’s own settled money is never held for a score (withdrawals)',

  'identity.not-passed':
    'open: an action that needs verification while the last review is rejected (identity)',
  'identity.not-done': 'open: an action that needs verification before any was sent (identity)',
  'identity.pending': 'open: an action that needs verification while it is under review (identity)',
  'identity.complete-first':
    'open: adding a bank account or applying for shares before verification (bank-accounts)',

  'time.outside-trading': 'open: an order while the session is closed (orders)',
  'time.outside-deposit': 'open: a deposit outside weekdays 09:30 to 19:30, or on a holiday (deposits)',
  'time.outside-withdrawal': 'open: a withdrawal outside the same hours (withdrawals)',
  'time.subscription-not-arrived': 'open: a subscription before its first day (new-shares)',
  'time.not-listed-yet': 'open: an order in a share before its listing date (orders)',

  'stock.no-price': 'open: a market order without a fresh price (orders)',
  'stock.over-price-limit': 'open: a limit price outside the day’s band (orders)',
  'stock.not-found':
    'Asking for, watching or setting an alert on a code that is no instrument, or no longer one',
  'stock.removed': 'open: an offer or product that was taken down (new-shares, copy-trading)',
  'stock.delisted': 'Asking for the price, the day line or the tape of a share that left the market',
  'stock.no-same-day-sale': 'open: rule `sell.minHoldDays`, day of purchase (positions)',
  'stock.no-sale-before-t1': 'open: rule `sell.minHoldDays`, before T+1 (positions)',

  'order.not-pending': 'open: cancelling an order that is no longer entrusted (orders)',
  'order.not-holding': 'open: closing a position that is no longer held (positions)',
  'order.not-subscription':
    'open: acting on a subscription outside its state, paying twice included (new-shares)',
  'order.not-review': 'open: deciding a request that is no longer pending review (operators)',
  'order.not-found': 'open: an order that does not exist or is another member’s (orders)',
  'order.fund-operation-in-progress': 'open: rule `fundOps.block` set to `all` (deposits, withdrawals)',
  'order.pending-review-exists': 'open: a second pending request of one kind (deposits, withdrawals, credit)',

  'block.closed': 'open: outside block-trade hours, or the offer is closed (block-trades)',
  'block.daily-limit': 'open: more block purchases in a day than the rule allows (block-trades)',

  'credit.limit-insufficient': 'open: borrowing more than the available limit (credit)',
  'credit.repay-first': 'open: borrowing with a loan still open (credit)',
  'credit.quota-full': 'open: the house lends no more for now (credit)',
  'credit.channel-closed': 'open: lending is switched off (credit)',

  'follow.past-deadline': 'open: following after the product’s follow deadline (copy-trading)',
  'follow.mentor-not-found': 'open: following a mentor who does not exist (copy-trading)',
  'follow.trader-not-found': 'open: following a product whose trader does not exist (copy-trading)',
  'follow.below-minimum': 'open: following with less than the minimum (copy-trading)',

  'card.not-found': 'open: a bank account that does not exist (bank-accounts)',
  'card.not-own': 'open: a bank account in another name (bank-accounts)',
  'card.exists': 'open: saving a bank account twice (bank-accounts)',

  'deposit.receipt-first': 'open: a deposit without its receipt (deposits)',

  'system.busy': 'PostgreSQL cannot be reached in time, the audit row cannot be written, or a queue is full',
  'system.something-wrong':
    'A broken invariant or an unknown fault; also the app’s text when an answer has no known code',

  'done.login': 'Signing in',
  'done.registration': 'Registering',
  'done.recharge': 'open: a deposit request was sent (deposits)',
  'done.withdrawal': 'open: a withdrawal request was sent (withdrawals)',
  'done.purchase': 'open: a buy was accepted (orders)',
  'done.subscription': 'open: a subscription was accepted (new-shares)',
  'done.placement': 'open: a placement application was accepted (new-shares)',
  'done.follow': 'open: following a mentor (copy-trading)',
  'done.credit': 'open: a loan request was sent (credit)',
  'done.repayment': 'open: a repayment was booked (credit)',
  'done.exchange': 'open: an exchange was booked (currency-exchange)',
  'done.cancel-order': 'open: an order was cancelled (orders)',

  'input.invalid': 'The body does not fit the schema of the route; `field` names the place',
  'input.required': 'A required field is empty',
  'input.account-uppercase': 'The account contains an uppercase letter',
  'input.account-chinese': 'The account contains a Chinese character',
  'input.account-not-ten-digits': 'The account is not ten digits',
  'input.account-prefix': 'The account does not start with 09, where the site asks for it (off by default)',
  'input.password-length': 'The login password has fewer than 8 or more than 64 characters',
  'input.password-composition': 'The login password has no letter or no digit',
  'input.password-is-account': 'The login password contains the account',
  'input.password-common': 'The login password is on the list of common ones',
  'input.password-unchanged': 'The new login password equals the old one',
  'input.fund-password-six-digits': 'The fund password is not six digits',
  'input.fund-password-weak': 'The fund password is a run, a repetition or part of the account',
  'input.agreement-required': 'Registering or signing in without agreeing to the agreement',
  'input.symbol': 'A watch-list symbol that has not the form of a stock code',
  'input.text-length': 'A statement or name outside its length',

  'session.expired':
    'No session, an ended or revoked one, a token without its bind cookie, or an `account` header that is not the token’s',
  'request.forbidden': 'XSRF pair missing or wrong, a foreign origin, or a cross-site fetch',
  'request.not-found': 'An unknown path, or an object that does not exist or is another member’s',
  'request.too-large': 'A body above the size limit',
  'request.not-json': 'A body that is not JSON',
  'request.key-required': 'A call that must not happen twice came without an Idempotency-Key',
  'request.key-reused': 'An Idempotency-Key came back with another body',
  'request.in-progress': 'The first call under this Idempotency-Key is still at work',

  'auth.agreement-changed': 'The agreement named by the app is not the one in force',
  'auth.locked': 'Too many wrong tries from devices that are not trusted; the minutes to wait come with it',
  'auth.wrong-code': 'An authenticator or recovery code that is wrong or was used before',
  'auth.challenge-expired': 'The second step, passkey ceremony or recovery came too late',
  'auth.passkey-refused': 'A passkey answer that does not verify',
  'auth.passkey-limit': 'One passkey more than an account may have',
  'auth.passkey-exists': 'A passkey that is saved already',
  'auth.wrong-password': 'A change of security settings confirmed with a wrong login password',
  'auth.second-factor-exists': 'Turning on an authenticator that is on',
  'auth.second-factor-missing': 'An action that needs the second factor, which is not set up',
  'auth.fund-password-locked': 'Too many wrong fund passwords; the minutes to wait come with it',
  'auth.recovery-refused':
    'A recovery whose proof does not hold, or whose account does not exist: one answer for both',
  'auth.recovery-pending': 'open: a second identity review while one is pending (operators)',
  'auth.device-key-refused': 'A device key whose signature does not verify',

  'member.appeal-exists': 'A second appeal against the same restriction',
  'favourites.full': 'One symbol more than a watch list may hold',
  'favourites.exists': 'A symbol that is in the watch list already',
  'favourites.group-name': 'A group name that is empty, too long or holds signs nobody can see',
  'favourites.group-exists': 'A group with the name of another one of the same member',
  'favourites.groups-full': 'One group more than a watch list may have',
  'favourites.alert-price':
    'An alert at a price that is not on the tick or outside the limits of the day, or for a move the limits do not allow',
  'favourites.alert-reached': 'An alert for a price or a move that the last trade has reached already',
  'favourites.alerts-full': 'One alert more than a member may have on one stock',

  'done.sign-out': 'Signing out',
  'done.password-changed': 'Changing the login password',
  'done.password-recovered': 'Finishing a recovery',
  'done.fund-password-set': 'Setting or changing the fund password',
  'done.second-factor-on': 'Confirming an authenticator',
  'done.second-factor-off': 'Removing the authenticator',
  'done.passkey-added': 'Saving a passkey',
  'done.passkey-removed': 'Removing a passkey',
  'done.device-signed-out': 'Signing another device out',
  'done.device-key-on': 'Enrolling the device key',
  'done.device-key-off': 'Removing the device key',
  'done.appeal-sent': 'Appealing against a restriction',
  'done.recovery-requested': 'Asking for an identity review',
  'done.alert-added': 'Setting a price alert',
  'done.favourite-added': 'Adding to the watch list',
  'done.favourite-removed': 'Removing from the watch list',
}

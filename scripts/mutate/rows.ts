// One planted fault for each of the forty rows of docs/specification.md that the seed chose. `npm run mutate` plants each
// alone and demands that the named test of the row fails. The choice was made before this table was written, so
// a row that is hard to break is here like any other.

export interface Mutation {
  readonly row: string
  /** A test that the row names. */
  readonly test: string
  /** What no longer holds. */
  readonly fault: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
}

/** The rows of the specification at this commit are ordered by the hash of seed and id; the first forty are taken. */
export const seed = 'b342b2c4859288f5976d506f2bc0ec4aaf2d0faa'
export const rowCount = 40

const auth = 'tests/flows/auth.test.ts > a new member can sign in and has the practice grant'
const applying = 'tests/flows/new-shares.test.ts > an application'
const shownPosition = 'tests/e2e/positions.spec.ts > a position shows every field and appears under its tabs'
const menu = 'tests/e2e/shell.spec.ts > the bottom menu shows seven entries and marks the current one'
const mentor = 'tests/e2e/mentors.spec.ts > a member becomes a mentor whose figures the phone recomputes'

/** Shown by tests of the server and the rules. */
const served: readonly Mutation[] = [
  {
    row: 'field.account.login-password',
    test: auth,
    fault: 'any password signs in',
    file: 'apps/server/src/features/auth/passwords/sign-in.ts',
    find: 'if (!isRight || memberId === undefined',
    replace: 'if (memberId === undefined',
  },
  {
    row: 'rule.subscription.maximum',
    test: `${applying} > is refused outside the window, the terms and the rules`,
    fault: 'more shares than the maximum are accepted',
    file: 'packages/rules/src/new-shares/offer.ts',
    find: "return shares > minShares ? 'subscription.maximum' : undefined",
    replace: 'return undefined',
  },
  {
    row: 'state.deposit',
    test: 'tests/flows/deposits.test.ts > the table of transitions > the database refuses every change to a decided deposit',
    fault: 'the database lets a decided deposit change its state',
    file: 'database/migrations/0033_app-deposits.sql',
    find: "WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('deposit');",
    replace: "WHEN (false) EXECUTE FUNCTION app.check_transition('deposit');",
  },
  {
    row: 'field.bank-account.number',
    test: 'tests/flows/bank-accounts.test.ts > adding a bank account > starts a review, and approval starts a one-day cool-down',
    fault: 'the first four digits are kept as the ending of the number',
    file: 'packages/rules/src/bank-accounts/check-bank-account.ts',
    find: 'plainNumber(number).slice(-4)',
    replace: 'plainNumber(number).slice(0, 4)',
  },
  {
    row: 'message.account.not-found',
    test: 'tests/flows/coupons.test.ts > an invalid, unapproved or rejected grant gives no coupon',
    fault: 'an unknown account is refused with another message',
    file: 'apps/server/src/features/coupons/propose-grant.ts',
    find: "if (!audience) return refuse('account.not-found', { field: 'audience' })",
    replace: "if (!audience) return refuse('coupon.no-recipient', { field: 'audience' })",
  },
  {
    row: 'product.register-login',
    test: auth,
    fault: 'a registration keeps no password',
    file: 'apps/server/src/features/auth/registration/register-member.ts',
    find: '  await insertCredential(tx, memberId, stored, now)\n',
    replace: '',
  },
  {
    row: 'message.time.not-listed-yet',
    test: 'tests/flows/listing.test.ts > an order before the listing or the first day says why',
    fault: 'a stock that is not listed yet is called unknown',
    file: 'apps/server/src/features/orders/place-order.ts',
    find: "(await isComingStock(db, body.symbol)) ? 'time.not-listed-yet' : 'stock.not-found'",
    replace: "'stock.not-found'",
  },
  {
    row: 'field.deposit.channel-password',
    test: 'tests/flows/deposits.test.ts > refused deposits > five wrong channel passwords block further attempts',
    fault: 'any channel password is accepted',
    file: 'apps/server/src/features/deposits/channel-password.ts',
    find: 'if (!sameBytes(mac, channel.passwordMac)) {',
    replace: 'if (mac.length === 0) {',
  },
  {
    row: 'field.deposit.bank-account-name',
    test: 'tests/flows/deposits.test.ts > a deposit > is booked when two operators approve it',
    fault: 'the name of the bank is given as the name of the account',
    file: 'apps/server/src/features/deposits/list-channels.ts',
    find: 'return done({ holder, number,',
    replace: 'return done({ holder: bankName, number,',
  },
  {
    row: 'rule.sell.lock',
    test: 'packages/rules/src/positions/may-close.test.ts > a locked position shows the remaining minutes, rounded up',
    fault: 'a locked position can be closed',
    file: 'packages/rules/src/positions/may-close.ts',
    find: 'if (nowMs < position.unlocksAt) {',
    replace: 'if (nowMs < 0) {',
  },
  {
    row: 'field.stock.turnover',
    test: 'tests/flows/market-data.test.ts > has the date, sums and reference of the current day',
    fault: 'turnover adds prices, not prices times shares',
    file: 'packages/rules/src/market-data/candle.ts',
    find: 'turnover: candle.turnover + price * quantity,',
    replace: 'turnover: candle.turnover + price,',
  },
  {
    row: 'field.account.invitation-code',
    test: 'tests/flows/auth.test.ts > a loosely typed invitation code is accepted and records the inviter',
    fault: 'the inviter is not recorded',
    file: 'apps/server/src/features/auth/registration/register-member.ts',
    find: 'inviterId: inviter.memberId,\n    hasPaperMoney',
    replace: 'inviterId: null,\n    hasPaperMoney',
  },
  {
    row: 'rule.subscription.time',
    test: `${applying} > is refused outside the window, the terms and the rules`,
    fault: 'an application after the close is accepted',
    file: 'packages/rules/src/new-shares/offer.ts',
    find: "if (state === 'ended' || now >= closesAt) return 'subscription.closed'",
    replace: "if (state === 'ended') return 'subscription.closed'",
  },
  {
    row: 'nav.language',
    test: 'packages/app-shell/src/language.test.ts > lang in the query overrides storage, before or inside the hash',
    fault: 'lang inside the hash is ignored',
    file: 'packages/app-shell/src/language.ts',
    find: 'for (const query of [search, inHash]) {',
    replace: 'for (const query of [search]) {',
  },
  {
    row: 'message.order.not-review',
    test: 'tests/flows/deposits.test.ts > a deposit > cannot be cancelled once decided',
    fault: 'a decided deposit is refused with another message',
    file: 'apps/server/src/features/deposits/cancel-deposit.ts',
    find: "if (reviewId === undefined) return refuse('order.not-review')",
    replace: "if (reviewId === undefined) return refuse('order.not-found')",
  },
  {
    row: 'message.time.outside-trading',
    test: 'packages/rules/src/orders/check-order.test.ts > a closed market takes no orders',
    fault: 'a closed market takes orders',
    file: 'packages/rules/src/orders/choices.ts',
    find: "  if (state === 'closed') return { msg: 'time.outside-trading', rule: 'phase.closed' }\n",
    replace: '',
  },
  {
    row: 'role.frozen',
    test: 'tests/flows/members.test.ts > while frozen > an open session loses exactly the restricted capabilities',
    fault: 'a frozen member can move money',
    file: 'packages/rules/src/members/restrictions.ts',
    find: "{ bar: 'frozen', refusal: 'restriction.frozen', blocks: ['trade', 'bring-money', 'move-money'] }",
    replace: "{ bar: 'frozen', refusal: 'restriction.frozen', blocks: ['trade', 'bring-money'] }",
  },
  {
    row: 'constant.number-millions',
    test: 'packages/money/src/format.test.ts > constant.number-millions: seven or more digits show as millions',
    fault: 'millions begin at eight digits',
    file: 'packages/money/src/format.ts',
    find: 'if (digits >= 7)',
    replace: 'if (digits >= 8)',
  },
  {
    row: 'message.follow.mentor-not-found',
    test: 'tests/flows/mentors.test.ts > a mentor > shows the record from which the figures follow',
    fault: 'an unknown mentor is refused with another message',
    file: 'apps/server/src/features/mentors/read-mentors.ts',
    find: "if (!mentor) return refuse('follow.mentor-not-found', { field: 'mentorId' })",
    replace: "if (!mentor) return refuse('order.not-found', { field: 'mentorId' })",
  },
  {
    row: 'form.validator',
    test: 'packages/ui/src/form/rules.test.ts > custom validator: sees other fields and may return its own text',
    fault: 'a validator does not see the other fields',
    file: 'packages/ui/src/form/rules.ts',
    find: 'rule.validator(value, values)',
    replace: 'rule.validator(value, {})',
  },
  {
    row: 'field.account.frozen-funds',
    test: 'tests/flows/figures.test.ts > figures of every route agree through trades, debts and partial closes',
    fault: 'held money is left out of the figures',
    file: 'packages/rules/src/figures/parts.ts',
    find: "{ part: 'held', term: 'held', asset: 'cash', kinds: ['held', 'held-receivable'] }",
    replace: "{ part: 'held', term: 'held', asset: 'cash', kinds: ['held-receivable'] }",
  },
  {
    row: 'constant.languages',
    test: 'packages/app-shell/src/language.test.ts > constant.languages: en and tw, default tw',
    fault: 'English is the default',
    file: 'packages/app-shell/src/language.ts',
    find: "return isLanguage(saved) ? saved : 'tw'",
    replace: "return isLanguage(saved) ? saved : 'en'",
  },
]

/** Shown in a browser: the fault is in the member app, which is built again on a running stack. */
const seen: readonly Mutation[] = [
  {
    row: 'field.position.profit',
    test: shownPosition,
    fault: 'the net result leaves out the costs',
    file: 'apps/member/src/features/positions/detail/Sums.tsx',
    find: '<Result amount={realised + unrealised} />',
    replace: '<Result amount={realised + gross} />',
  },
  {
    row: 'route.gdindex.dsFllow',
    test: mentor,
    fault: 'every level lists the senior mentors',
    file: 'apps/member/src/features/mentors/MentorsScreen.tsx',
    find: "usePaged('/mentors/list', { level })",
    replace: "usePaged('/mentors/list', { level: 'senior' })",
  },
  {
    row: 'call.unchanged',
    test: 'tests/e2e/specification.spec.ts > a sign-in request sends the typed values unchanged',
    fault: 'the password is sent without its outer spaces',
    file: 'apps/member/src/features/auth/use-password-sign-in.ts',
    find: '{ account: account(), password, agreementVersion }',
    replace: '{ account: account(), password: password.trim(), agreementVersion }',
  },
  {
    row: 'field.mentor.percentage',
    test: mentor,
    fault: 'the percentage of a day is shown as that of the whole record',
    file: 'apps/member/src/features/mentors/one/MentorScreen.tsx',
    find: 'signedPercent(figures.moneyBp)',
    replace: 'signedPercent(figures.dayBp)',
  },
  {
    row: 'constant.width-cap',
    test: 'tests/e2e/specification.spec.ts > constant.width-cap: root and column grow with the width up to 750',
    fault: 'the layout grows to 900',
    file: 'packages/ui/src/tokens.css',
    find: '--layout-max: 750px;',
    replace: '--layout-max: 900px;',
  },
  {
    row: 'field.new-share.lots-applied',
    test: 'tests/e2e/new-shares.spec.ts > a member finds an offer, applies, and cancels with a full refund',
    fault: 'shares are shown as lots',
    file: 'apps/member/src/features/new-shares/offer-figures.ts',
    find: 'lots(whole(shares / lot))',
    replace: 'lots(whole(shares))',
  },
  {
    row: 'route.home.index',
    test: 'tests/e2e/shell.spec.ts > a guest can browse and must log in for member pages',
    fault: 'home asks a guest to log in',
    file: 'apps/member/src/features/site/pages.ts',
    find: "title: 'home',\n      access: 'anyone',",
    replace: "title: 'home',\n      access: 'member',",
  },
  {
    row: 'nav.back-fallback',
    test: 'tests/e2e/shell.spec.ts > back with no history goes home',
    fault: 'back without history goes to another page',
    file: 'apps/member/src/shell/back.ts',
    find: "FALLBACK_PATH = '/home/index'",
    replace: "FALLBACK_PATH = '/user/usercenter'",
  },
  {
    row: 'field.position.value',
    test: shownPosition,
    fault: 'the loan is taken off the market value',
    file: 'apps/member/src/features/positions/detail/Facts.tsx',
    find: 'amount(BigInt(last) * BigInt(row.shares))',
    replace: 'amount(BigInt(last) * BigInt(row.shares) - BigInt(row.loan))',
  },
  {
    row: 'field.credit.repay-amount',
    test: 'tests/e2e/credit.spec.ts > a member borrows, repays and reads the records',
    fault: 'everything owed is repaid, whatever was typed',
    file: 'apps/member/src/features/credit/RepayView.tsx',
    find: 'amount: amount.toString(),',
    replace: 'amount: owed.toString(),',
  },
  {
    row: 'screen.position.placing',
    test: shownPosition,
    fault: 'the tab of placings lists every position',
    file: 'apps/member/src/features/positions/products.ts',
    find: "product === 'all' || product ===",
    replace: "product === 'all' || product === 'placing' || product ===",
  },
  {
    row: 'screen.day-trading.applied',
    test: 'tests/e2e/day-trading.spec.ts > a member applies with a fund password and may trade at once',
    fault: 'the way to the application opens another tab',
    file: 'apps/member/src/features/day-trading/DayTradingScreen.tsx',
    find: "<OrderTab onApply={() => setSearch('tab', 'applied')} />",
    replace: "<OrderTab onApply={() => setSearch('tab', 'details')} />",
  },
  {
    row: 'nav.menu.trade',
    test: menu,
    fault: 'the menu has no entry for trading',
    file: 'apps/member/src/features/orders/pages.ts',
    find: "      tab: 'trade',\n",
    replace: '',
  },
  {
    row: 'route.common.dividend2',
    test: 'tests/e2e/auctions.spec.ts > a member seals a bid, sees it opened, and checks the result',
    fault: 'the auctions have another address',
    file: 'apps/member/src/features/auctions/pages.ts',
    find: "path: '/common/dividend2'",
    replace: "path: '/common/auctions'",
  },
  {
    row: 'nav.menu.market',
    test: menu,
    fault: 'the menu has no entry for the market',
    file: 'apps/member/src/features/market-data/pages.ts',
    find: "      tab: 'market',\n",
    replace: '',
  },
  {
    row: 'field.position.tax',
    test: 'tests/e2e/positions.spec.ts > a partial and a full close book what the sheet showed',
    fault: 'the fee is shown as the tax',
    file: 'apps/member/src/features/positions/detail/Sums.tsx',
    find: "cost('closeTax', texts.closeTax, BigInt(row.closeTax))",
    replace: "cost('closeTax', texts.closeTax, BigInt(row.closeFee))",
  },
  {
    row: 'field.account.borrowable',
    test: 'tests/e2e/members.spec.ts > shows every figure of the account with NT$ and two decimals',
    fault: 'the credit limit is shown as what can be borrowed',
    file: 'apps/member/src/features/members/AssetsCard.tsx',
    find: 'amount={account.credit.borrowable}',
    replace: 'amount={account.credit.limit}',
  },
  {
    row: 'nav.menu.fund-record',
    test: menu,
    fault: 'the menu has no entry for the fund record',
    file: 'apps/member/src/features/funds/pages.ts',
    find: "      tab: 'funds',\n",
    replace: '',
  },
]

export const mutations: readonly Mutation[] = [...served, ...seen]

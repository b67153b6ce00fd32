// The permission matrix: every route against guests, an expired session, members of every kind, another member's
// objects and each restriction; console-permissions.test.ts tests the operators of every role. The expectations are
// written by hand and not read from the route table, so a route that is added or opened up without a row, or against
// its row, fails.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../packages/contract/src/route.ts'
import { memberRoutes } from '../../packages/contract/src/routes.ts'
import { restrictionKinds, type RestrictionKind } from '../../packages/contract/src/members/index.ts'
import { ledgerBreaches } from '../../packages/testkit/src/invariants.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { sendNotice } from '../../apps/server/src/features/notices/index.ts'
import { takeUpload } from '../../apps/server/src/features/uploads/index.ts'
import { openDb } from './support/open-db.ts'
import { upload } from './support/pictures.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { insertTrade } from './support/traded-rows.ts'

type Who = 'anyone' | 'member'

interface Row {
  readonly who: Who
  /** Restrictions that stop it, with the member's message. `login-banned` and `disabled` stop every member route. */
  readonly stoppedBy?: Partial<Record<RestrictionKind, string>>
  /** Body fields that name a member's object, and a whole body for the attempt on a stranger's. */
  readonly objects?: Readonly<
    Record<string, (stranger: Objects, own: TestMember) => Readonly<Record<string, unknown>>>
  >
}

interface Objects {
  readonly sessionId: string
  readonly passkeyId: string
  readonly ceremonyId: string
  readonly restrictionId: string
  readonly group: string
  readonly alert: string
  readonly screen: string
  readonly fillId: string
  readonly orderId: string
  readonly positionId: string
  readonly conditionalId: string
  readonly callId: string
  readonly entryId: string
  readonly fileId: string
  readonly front: string
  readonly back: string
  readonly noticeId: string
  readonly bankAccountId: string
  readonly depositId: string
  readonly withdrawalId: string
  readonly applicationId: string
  readonly bidId: string
  readonly blockApplicationId: string
  readonly placementApplicationId: string
  readonly quoteId: string
  readonly planId: string
  readonly threadId: string
  readonly mentorApplicationId: string
  readonly copyId: string
  readonly loanId: string
  readonly receipt: string
}

const anyone: Row = { who: 'anyone' }
const own: Row = { who: 'member' }
/** Opening a position; closing stays possible. */
const trade: Row = {
  who: 'member',
  stoppedBy: { frozen: 'restriction.frozen', 'no-trading': 'restriction.no-trading' },
}
/** Deposits are stopped by freezing only; withdrawals also by a bar on withdrawals. */
const bring: Row = { who: 'member', stoppedBy: { frozen: 'restriction.frozen' } }
const move: Row = {
  who: 'member',
  stoppedBy: { frozen: 'restriction.frozen', 'no-withdrawal': 'restriction.no-withdrawal' },
}
const order = { price: 60_000, quantity: 1_000, validity: 'ROD', terms: 'ab' }

const identityFields = {
  document: 'national-id',
  name: '林書安',
  number: 'A123456789',
  birthDate: '1990-05-17',
}
/** An upload of the caller, so that only the other picture is a stranger's. */
let ownUpload = ''

const matrix: Readonly<Record<string, Row>> = {
  '/mentors/hub': own,
  '/mentors/list': own,
  '/mentors/read': own,
  '/mentors/record': own,
  '/mentors/trades': own,
  '/mentors/fills': own,
  '/mentors/own': own,
  '/mentors/apply': trade,
  '/mentors/cancel': {
    ...own,
    objects: { applicationId: ({ mentorApplicationId }) => ({ applicationId: mentorApplicationId }) },
  },
  '/mentors/close': own,
  '/copy-trading/terms': own,
  '/copy-trading/products': own,
  '/copy-trading/follow': trade,
  '/copy-trading/list': own,
  '/copy-trading/read': { ...own, objects: { copyId: ({ copyId }) => ({ copyId }) } },
  '/copy-trading/change': {
    ...own,
    objects: { copyId: ({ copyId }) => ({ copyId, stockShareBp: 3_000, stopLossBp: null, cap: null }) },
  },
  '/copy-trading/changeAmount': {
    ...trade,
    objects: { copyId: ({ copyId }) => ({ copyId, amount: '2000000' }) },
  },
  '/copy-trading/pause': { ...own, objects: { copyId: ({ copyId }) => ({ copyId, isPaused: true }) } },
  '/copy-trading/stop': { ...own, objects: { copyId: ({ copyId }) => ({ copyId }) } },
  '/copy-trading/cancel': { ...own, objects: { copyId: ({ copyId }) => ({ copyId }) } },
  '/savings-plans/list': own,
  '/savings-plans/runs': { ...own, objects: { planId: ({ planId }) => ({ planId }) } },
  '/savings-plans/create': trade,
  '/savings-plans/change': {
    ...trade,
    objects: { planId: ({ planId }) => ({ planId, amount: '500000', days: [6] }) },
  },
  '/savings-plans/resume': { ...trade, objects: { planId: ({ planId }) => ({ planId }) } },
  '/savings-plans/pause': { ...own, objects: { planId: ({ planId }) => ({ planId }) } },
  '/savings-plans/end': { ...own, objects: { planId: ({ planId }) => ({ planId }) } },
  '/support/list': own,
  '/support/read': { ...own, objects: { threadId: ({ threadId }) => ({ threadId }) } },
  '/support/open': own,
  '/support/write': { ...own, objects: { threadId: ({ threadId }) => ({ threadId, text: 'mine now' }) } },
  '/support/rate': { ...own, objects: { threadId: ({ threadId }) => ({ threadId, solved: true }) } },
  '/support/statistics': anyone,
  // support.test.ts tries another member's ticket.
  '/support/readBlocked': anyone,
  '/support/writeBlocked': anyone,
  '/news/list': anyone,
  '/news/search': anyone,
  '/news/read': { ...anyone, objects: { articleId: ({ noticeId }) => ({ articleId: noticeId }) } },
  '/news/markRead': { ...own, objects: { articleId: ({ noticeId }) => ({ articleId: noticeId }) } },
  '/credit/overview': own,
  '/credit/records': own,
  '/credit/apply': trade,
  '/credit/addCredit': trade,
  '/credit/cancel': { ...own, objects: { loanId: ({ loanId }) => ({ loanId }) } },
  '/credit/repay': {
    ...own,
    objects: { loanId: ({ loanId }) => ({ loanId, repaymentId: randomUUID(), amount: '100' }) },
  },
  '/corporate-actions/ofStock': own,
  '/uploads/image': own,
  '/uploads/readFile': { ...own, objects: { fileId: ({ fileId }) => ({ fileId }) } },
  '/identity/status': own,
  '/identity/submit': {
    ...own,
    objects: {
      front: ({ front }) => ({ ...identityFields, front, back: ownUpload }),
      back: ({ back }) => ({ ...identityFields, front: ownUpload, back }),
    },
  },
  '/identity/cancel': own,
  '/common/config': anyone,
  '/site/agreement': anyone,
  '/site/rules': anyone,
  '/site/cspReport': anyone,
  '/audit/checkpoint': anyone,
  '/audit/roots': anyone,
  '/audit/copyEvidence': {
    ...own,
    objects: { copyId: ({ copyId }) => ({ copyId, blockId: copyId }) },
  },
  '/audit/fillEvidence': { ...own, objects: { fillId: ({ fillId }) => ({ fillId }) } },
  '/audit/balanceEvidence': own,
  '/auth/registerMember': anyone,
  '/auth/signIn': anyone,
  '/auth/finishSignIn': anyone,
  '/auth/beginPasskeySignIn': anyone,
  '/auth/finishPasskeySignIn': anyone,
  '/auth/beginRecovery': anyone,
  '/auth/finishRecovery': anyone,
  '/auth/requestRecoveryReview': anyone,
  '/auth/signOut': own,
  '/auth/listSessions': own,
  '/auth/revokeSession': { ...own, objects: { sessionId: ({ sessionId }) => ({ sessionId }) } },
  '/auth/revokeOtherSessions': own,
  '/auth/listSignIns': own,
  '/auth/securityOverview': own,
  '/auth/changePassword': own,
  '/auth/setFundPassword': own,
  '/auth/beginAuthenticator': own,
  '/auth/confirmAuthenticator': own,
  '/auth/removeAuthenticator': own,
  '/auth/renewRecoveryCodes': own,
  '/auth/listPasskeys': own,
  '/auth/beginPasskey': own,
  '/auth/finishPasskey': {
    ...own,
    objects: { ceremonyId: ({ ceremonyId }) => ({ ceremonyId, response: {}, name: 'mine now' }) },
  },
  '/auth/renamePasskey': {
    ...own,
    objects: { passkeyId: ({ passkeyId }) => ({ passkeyId, name: 'mine now' }) },
  },
  '/auth/removePasskey': {
    ...own,
    objects: { passkeyId: ({ passkeyId }, { password }) => ({ passkeyId, password }) },
  },
  '/auth/enrolDeviceKey': own,
  '/auth/removeDeviceKey': own,
  '/members/profile': own,
  '/members/appealRestriction': {
    ...own,
    objects: {
      restrictionId: ({ restrictionId }) => ({
        restrictionId,
        statement: 'This was not me, please look again.',
      }),
    },
  },
  '/members/showBlock': anyone,
  // members-blocked.test.ts tries a stranger's restriction with a valid ticket.
  '/members/appealBlock': {
    ...anyone,
    objects: {
      restrictionId: ({ restrictionId }) => ({
        ticket: 'none',
        restrictionId,
        statement: 'This was not me, please look again.',
      }),
    },
  },
  '/user/Optionallist': own,
  '/favourites/addFavourite': own,
  '/favourites/removeFavourite': own,
  '/favourites/listGroups': own,
  '/favourites/arrangeFavourites': { ...own, objects: { group: ({ group }) => ({ group, symbols: [] }) } },
  '/favourites/addGroup': own,
  '/favourites/renameGroup': { ...own, objects: { group: ({ group }) => ({ group, name: 'mine now' }) } },
  '/favourites/removeGroup': { ...own, objects: { group: ({ group }) => ({ group }) } },
  '/favourites/listAlerts': own,
  '/favourites/addAlert': own,
  '/favourites/switchAlert': { ...own, objects: { alert: ({ alert }) => ({ alert, on: false }) } },
  '/favourites/removeAlert': { ...own, objects: { alert: ({ alert }) => ({ alert }) } },
  '/stock/searchStock': anyone,
  '/stock/readStock': anyone,
  '/stock/readFundamentals': anyone,
  '/orders/allowed': anyone,
  '/stock/recordView': own,
  '/stock/listViewed': anyone,
  '/market/readSession': anyone,
  '/funds/records': own,
  '/funds/entry': { ...own, objects: { entryId: ({ entryId }) => ({ entryId }) } },
  '/funds/ledgerLines': own,
  '/market/listQuotes': anyone,
  '/market/someQuotes': anyone,
  '/market/readQuote': anyone,
  '/market/listCandles': anyone,
  '/market/readIntraday': anyone,
  '/market/listTrades': anyone,
  '/market/listIndices': anyone,
  '/market/listIndexValues': anyone,
  '/market/listSectors': anyone,
  '/market/listScreens': own,
  '/market/saveScreen': own,
  '/market/removeScreen': { ...own, objects: { screen: ({ screen }) => ({ screen }) } },
  '/market/readChart': own,
  '/market/saveChartSettings': own,
  '/market/saveDrawings': own,
  '/market/openFeed': own,
  '/orders/terms': own,
  '/orders/placeOrder': trade,
  '/orders/closePosition': {
    ...own,
    objects: { positionId: ({ positionId }) => ({ ...order, orderId: randomUUID(), positionId }) },
  },
  '/orders/cancelOrder': { ...own, objects: { orderId: ({ orderId }) => ({ orderId }) } },
  '/orders/replaceOrder': {
    ...trade,
    objects: { orderId: ({ orderId }) => ({ ...order, orderId, newOrderId: randomUUID() }) },
  },
  '/orders/cancelAll': own,
  '/orders/listOrders': own,
  '/orders/readOrder': { ...own, objects: { orderId: ({ orderId }) => ({ orderId }) } },
  '/orders/placeConditional': {
    ...own,
    objects: {
      positionId: ({ positionId }) => ({
        conditionalId: randomUUID(),
        positionId,
        kind: 'stop',
        quantity: 1_000,
        stop: { trigger: 50_000 },
        expiresOn: '2026-11-20',
        terms: 'ab',
      }),
      replaces: ({ positionId, conditionalId }) => ({
        conditionalId: randomUUID(),
        positionId,
        kind: 'stop',
        quantity: 1_000,
        stop: { trigger: 50_000 },
        expiresOn: '2026-11-20',
        terms: 'ab',
        replaces: conditionalId,
      }),
    },
  },
  '/orders/placeEntry': {
    ...trade,
    objects: {
      replaces: ({ conditionalId }) => ({
        conditionalId: randomUUID(),
        symbol: '2330',
        direction: 'long',
        multiple: 100,
        way: 'rise',
        trigger: 70_000,
        price: 70_000,
        quantity: 1_000,
        expiresOn: '2026-11-20',
        terms: 'ab',
        replaces: conditionalId,
      }),
    },
  },
  '/orders/cancelConditional': {
    ...own,
    objects: { conditionalId: ({ conditionalId }) => ({ conditionalId }) },
  },
  '/orders/listConditional': own,
  '/orders/riskLimits': own,
  '/orders/setRiskLimits': own,
  '/positions/account': own,
  '/positions/listPositions': own,
  '/positions/readPosition': { ...own, objects: { positionId: ({ positionId }) => ({ positionId }) } },
  '/positions/marginCall': own,
  '/positions/topUp': {
    ...own,
    objects: { positionId: ({ positionId }) => ({ amount: '100', positionId }) },
  },
  '/positions/seeCall': { ...own, objects: { callId: ({ callId }) => ({ callId }) } },
  '/positions/profit': own,
  '/positions/statementCounts': own,
  '/positions/statement': own,
  '/notices/siteList': anyone,
  '/notices/readSite': { ...anyone, objects: { noticeId: ({ noticeId }) => ({ noticeId }) } },
  '/notices/list': own,
  '/notices/read': { ...own, objects: { noticeId: ({ noticeId }) => ({ noticeId }) } },
  '/notices/readAll': own,
  '/notices/pushKey': own,
  '/notices/subscribe': own,
  '/notices/mute': own,
  '/notices/unsubscribe': own,
  '/coupons/list': own,
  '/draws/list': anyone,
  '/draws/openings': anyone,
  '/draws/detail': anyone,
  '/draws/tickets': anyone,
  '/draws/mine': own,
  '/bank-accounts/list': own,
  '/bank-accounts/banks': own,
  '/bank-accounts/add': own,
  '/bank-accounts/remove': { ...own, objects: { bankAccountId: ({ bankAccountId }) => ({ bankAccountId }) } },
  '/bank-accounts/setDefault': {
    ...own,
    objects: { bankAccountId: ({ bankAccountId }) => ({ bankAccountId }) },
  },
  '/deposits/channels': own,
  '/deposits/channel': own,
  '/deposits/create': {
    ...bring,
    objects: { receipt: ({ receipt }) => ({ channelId: practiceChannel, amount: '500000', receipt }) },
  },
  '/deposits/list': own,
  '/deposits/read': { ...own, objects: { depositId: ({ depositId }) => ({ depositId }) } },
  '/deposits/cancel': { ...own, objects: { depositId: ({ depositId }) => ({ depositId }) } },
  '/withdrawals/offer': own,
  '/withdrawals/create': {
    ...move,
    objects: {
      bankAccountId: ({ bankAccountId }) => ({
        withdrawalId: randomUUID(),
        bankAccountId,
        amount: '500000',
        fundPassword: '258036',
      }),
    },
  },
  '/withdrawals/list': own,
  '/withdrawals/read': { ...own, objects: { withdrawalId: ({ withdrawalId }) => ({ withdrawalId }) } },
  '/withdrawals/cancel': { ...own, objects: { withdrawalId: ({ withdrawalId }) => ({ withdrawalId }) } },
  '/withdrawals/statistics': anyone,
  '/block-trades/listings': own,
  '/block-trades/apply': trade,
  '/block-trades/applications': own,
  '/block-trades/cancel': {
    ...own,
    objects: { applicationId: ({ blockApplicationId }) => ({ applicationId: blockApplicationId }) },
  },
  '/day-trading/status': own,
  '/day-trading/apply': own,
  '/currency-exchange/rates': own,
  '/currency-exchange/history': own,
  '/currency-exchange/quote': move,
  '/currency-exchange/deal': { ...move, objects: { quoteId: ({ quoteId }) => ({ quoteId }) } },
  '/currency-exchange/records': own,
  '/currency-exchange/read': { ...own, objects: { quoteId: ({ quoteId }) => ({ quoteId }) } },
  '/placements/offers': own,
  '/placements/offer': own,
  '/placements/table': own,
  '/placements/apply': trade,
  '/placements/cancel': {
    ...own,
    objects: {
      applicationId: ({ placementApplicationId }) => ({ applicationId: placementApplicationId }),
    },
  },
  '/new-shares/offers': own,
  '/new-shares/offer': own,
  '/new-shares/apply': trade,
  '/new-shares/cancel': { ...own, objects: { applicationId: ({ applicationId }) => ({ applicationId }) } },
  '/new-shares/pay': { ...own, objects: { applicationId: ({ applicationId }) => ({ applicationId }) } },
  '/new-shares/records': own,
  '/auctions/list': own,
  '/auctions/detail': own,
  '/auctions/bids': own,
  '/auctions/bid': trade,
  '/auctions/cancel': { ...own, objects: { bidId: ({ bidId }) => ({ bidId }) } },
  '/auctions/pay': { ...own, objects: { bidId: ({ bidId }) => ({ bidId }) } },
  '/auctions/book': anyone,
  '/day-trading/keepOvernight': {
    ...trade,
    objects: { positionId: ({ positionId }) => ({ positionId }) },
  },
}

const practiceChannel = '01980000-0000-7000-8000-0000000000c1'

const routes: readonly Route[] = Object.values(memberRoutes).flatMap(
  (table) => Object.values(table) as Route[],
)

/** Passes every gate and then fails its schema, so that nothing is done: 400 means the caller was admitted. */
const harmless = { 'no such field': true }

let api: TestApi
let owner: pg.Client
let a: TestMember
let b: TestMember
let strange: Objects
const restricted = new Map<RestrictionKind, TestMember>()

const restrict = async (memberId: string, kind: RestrictionKind): Promise<string> => {
  const order = {
    memberId,
    kind,
    reason: 'identity-doubt',
    operators: ['op-1', 'op-2'],
    now: new Date(),
    requestId: 'request-0001',
  } as const
  const outcome = await api.db.transaction((tx) => setRestriction(tx, order))
  if (!outcome.ok) throw new Error(outcome.msg)
  return outcome.data.restrictionId
}

/** A fill with its order and its position, and a conditional order waiting on it. */
const holdingOf = async (
  memberId: string,
): Promise<Pick<Objects, 'fillId' | 'orderId' | 'entryId' | 'positionId' | 'conditionalId' | 'callId'>> => {
  const worker = openDb({ url: api.database.workerUrl, poolSize: 1, applicationName: 'test' })
  const { fillId, orderId, entryId } = await insertTrade(owner, {
    memberId,
    event: 7,
    date: '2026-11-17',
  })
  await worker.close()
  await owner.query(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on,
       sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
     VALUES ($1, $2, '2330', 'stock', 'long', 100, '2026-11-17', now(), '2026-11-19', '2026-11-18', now(), false, 1000, 1000,
       60000000, '2026-11-17') ON CONFLICT DO NOTHING`,
    [orderId, memberId],
  )
  const conditionalId = randomUUID()
  await owner.query(
    `INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at, after_event, priced_on)
     VALUES ($1, $2, '2330', $3, 'stop', '{"stop":{"trigger":50000}}', 1000, '2026-11-20', now(), 0, '2026-11-17')`,
    [conditionalId, memberId, orderId],
  )
  const callId = randomUUID()
  await owner.query(
    `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline)
     VALUES ($1, $2, now(), 12900, 100, now() + interval '2 days')`,
    [callId, memberId],
  )
  return { fillId, orderId, entryId, positionId: orderId, conditionalId, callId }
}

/** A bank account, a deposit and a withdrawal that wait for a decision. */
const moneyOf = async (
  memberId: string,
): Promise<
  Pick<
    Objects,
    | 'bankAccountId'
    | 'depositId'
    | 'withdrawalId'
    | 'blockApplicationId'
    | 'placementApplicationId'
    | 'quoteId'
    | 'planId'
    | 'threadId'
    | 'mentorApplicationId'
    | 'copyId'
    | 'loanId'
  >
> => {
  const [bankAccountId, depositId, withdrawalId] = [randomUUID(), randomUUID(), randomUUID()]
  await owner.query('SELECT app.seed_practice_channels(now())')
  await owner.query(
    `INSERT INTO app.bank_accounts (id, member_id, currency, bank_code, bank_name, branch, branch_code, sealed,
       holder_masked, is_own_name, ending, added_at)
     VALUES ($1, $2, 'TWD', '812', '台新', 'x', '1', '\\x00', '林○安', true, '8842', now())`,
    [bankAccountId, memberId],
  )
  await owner.query(
    `UPDATE app.bank_accounts SET state = 'verified', decided_at = now(), usable_from = now() WHERE id = $1`,
    [bankAccountId],
  )
  await owner.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, reference, sent_at, promised_at, steps)
     VALUES ($1, $2, $3, 'TWD', 500000, 0, 'x', now(), now(), '[]')`,
    [depositId, memberId, practiceChannel],
  )
  await owner.query(
    `INSERT INTO app.withdrawals (id, member_id, bank_account_id, currency, amount, fee, hold_id, withdrawable,
       reference, sent_at, promised_at, steps)
     VALUES ($1, $2, $3, 'TWD', 500000, 0, $1, 500000, 'x', now(), now(), '[]')`,
    [withdrawalId, memberId, bankAccountId],
  )
  const blockApplicationId = await blockOf(memberId)
  const placementApplicationId = await placementOf(memberId)
  const quoteId = await quoteOf(memberId)
  const planId = await planOf(memberId)
  const threadId = await threadOf(memberId)
  const mentorApplicationId = await mentorOf(memberId)
  const copyId = await copyOf(memberId)
  const loanId = await loanOf(memberId)
  return {
    bankAccountId,
    depositId,
    withdrawalId,
    blockApplicationId,
    placementApplicationId,
    quoteId,
    planId,
    threadId,
    mentorApplicationId,
    copyId,
    loanId,
  }
}

/** A mentor application that waits, planted without its review. */
const mentorOf = async (memberId: string): Promise<string> => {
  const applicationId = randomUUID()
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.mentor_applications (id, member_id, name, strategy_tw, strategy_en, sent_at, promised_at)
     VALUES ($1, $2, 'Mentor', repeat('x', 40), '', now(), now())`,
    [applicationId, memberId],
  )
  await owner.query('SET session_replication_role = DEFAULT')
  return applicationId
}

/** A loan that runs, planted without its pledge and its money. */
const loanOf = async (memberId: string): Promise<string> => {
  const loanId = randomUUID()
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.credit_loans (id, number, member_id, amount, term_days, apr_ppm, state, sent_at, promised_at, decided_at, lent_on,
       due_on, principal, accrues_from, interest_through, entry_id)
     VALUES ($1, 'L0101-000001', $2, 1000000, 30, 65000, 'passed', now(), now(), now(), current_date, current_date + 30, 1000000,
       current_date, current_date, $1)`,
    [loanId, memberId],
  )
  await owner.query('SET session_replication_role = DEFAULT')
  return loanId
}

/** A copy that runs, planted without its mentor and its money. */
const copyOf = async (memberId: string): Promise<string> => {
  const copyId = randomUUID()
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.copies (id, member_id, mentor_id, amount, hold_id, stock_share_bp, state, starts_on, sent_at, started_at)
     VALUES ($1, $2, $1, 1000000, $1, 3000, 'following', current_date, now(), now())`,
    [copyId, memberId],
  )
  await owner.query('SET session_replication_role = DEFAULT')
  return copyId
}

/** A block-trade application that waits, planted without the seat and the review of its listing. */
const blockOf = async (memberId: string): Promise<string> => {
  const [listingId, applicationId] = [randomUUID(), randomUUID()]
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.block_listings (id, seat_id, symbol, price, shares, left_shares, min_shares, max_shares, password_mac,
       password_key, date, closes_at, hold_id, review_id, listed_at)
     VALUES ($1, $1, '2330', 60000, 60000, 50000, 10000, 50000, '\\x00', 'k1', '2026-11-17', now(), $1, $1, now())`,
    [listingId],
  )
  await owner.query(
    `INSERT INTO app.block_applications (id, member_id, listing_id, price, shares, fee, hold_id, date, settles_on, sellable_on,
       sent_at, promised_at)
     VALUES ($1, $2, $3, 60000, 10000, 0, $1, '2026-11-17', '2026-11-19', '2026-11-19', now(), now())`,
    [applicationId, memberId, listingId],
  )
  await owner.query('SET session_replication_role = origin')
  return applicationId
}

/** A placement application that waits, planted without the seat, the review and the draw of its offer. */
const placementOf = async (memberId: string): Promise<string> => {
  const [placementId, applicationId] = [randomUUID(), randomUUID()]
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.placements (id, review_id, kind, method, seat_id, symbol, price, lots, min_lots, max_lots, opens_at, closes_at,
       draws_at, delivers_on, hold_id, draw_id, published_at)
     VALUES ($1, $1, 'placing', 'pro-rata', $1, '2330', 100, 10, 1, 10, now(), now() + interval '1 day', now() + interval '2 days',
       current_date + 4, $1, $1, now())`,
    [placementId],
  )
  await owner.query(
    `INSERT INTO app.placement_applications (id, placement_id, member_id, lots, amount, hold_id, ticket_id, applied_at)
     VALUES ($1, $2, $3, 1, 100000, $1, 'x', now())`,
    [applicationId, placementId, memberId],
  )
  await owner.query('SET session_replication_role = origin')
  return applicationId
}

/** A matter at customer service that waits for an answer. */
const threadOf = async (memberId: string): Promise<string> => {
  const threadId = randomUUID()
  await owner.query(
    `INSERT INTO app.support_threads (id, number, member_id, topic, title, language, by_ticket, opened_at)
     VALUES ($1::uuid, 'C-' || translate(upper(right($1::uuid::text, 8)), '01', 'XY'), $2, 'other', 'mine', 'tw', false, now())`,
    [threadId, memberId],
  )
  return threadId
}

/** A savings plan, planted without the stock it buys. */
const planOf = async (memberId: string): Promise<string> => {
  const planId = randomUUID()
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.savings_plans (id, member_id, symbol, amount, days, due_from, next_due_on, created_at, state_at)
     VALUES ($1, $2, '2330', 500000, '{6}', '2030-01-06', '2030-01-06', now(), now())`,
    [planId, memberId],
  )
  await owner.query('SET session_replication_role = origin')
  return planId
}

/** A firm quote, planted without the rates it is of. */
const quoteOf = async (memberId: string): Promise<string> => {
  const quoteId = randomUUID()
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.currency_quotes (id, member_id, pay_currency, get_currency, pay_amount, get_amount, base, mid, rate, spread_bps,
       spread, spread_twd, value_twd, source, is_simulated, rate_at, quoted_at, expires_at, signed_until, key_id, signature)
     VALUES ($1, $2, 'TWD', 'JPY', 100000, 500000, 'JPY', 200000000, 200000000, 0, 0, 0, 100000, 'practice-a', true, now(), now(),
       now() + interval '60 seconds', now() + interval '60 seconds', 'x', 'x')`,
    [quoteId, memberId],
  )
  await owner.query('SET session_replication_role = origin')
  return quoteId
}

/** An application for new shares that waits for its draw, without the review that published the offer. */
const applicationOf = async (memberId: string): Promise<string> => {
  const [offerId, applicationId] = [randomUUID(), randomUUID()]
  await owner.query('ALTER TABLE app.offers DROP CONSTRAINT offers_review_id_fkey, DISABLE TRIGGER USER')
  await owner.query('ALTER TABLE app.subscriptions DISABLE TRIGGER USER')
  await owner.query(
    `INSERT INTO app.offers (id, review_id, symbol, name, industry, price, lots, min_shares, max_per_member, payment_mode,
       fee, announces_at, opens_at, closes_at, draws_at, pay_by, issues_on, lists_on, state, draw_id, published_at)
     VALUES ($1, $1, '71010', '{"tw":"x","en":"x"}', '{"tw":"x","en":"x"}', 100, 1, 1000, 1, 'prepaid', 2000, now(), now(),
       now() + interval '1 day', now() + interval '2 days', now() + interval '3 days', current_date + 4, current_date + 4,
       'subscribing', $1, now())`,
    [offerId],
  )
  await owner.query(
    `INSERT INTO app.subscriptions (id, offer_id, member_id, nth, shares, amount, fee, hold_id, ticket_id, applied_at)
     VALUES ($1, $2, $3, 1, 1000, 100000, 2000, $1, 'x', now())`,
    [applicationId, offerId, memberId],
  )
  await owner.query('ALTER TABLE app.offers ENABLE TRIGGER USER')
  await owner.query('ALTER TABLE app.subscriptions ENABLE TRIGGER USER')
  return applicationId
}

/** A sealed bid, without the review that published the auction. */
const bidOf = async (memberId: string): Promise<string> => {
  const [auctionId, bidId] = [randomUUID(), randomUUID()]
  await owner.query('ALTER TABLE app.auctions DROP CONSTRAINT auctions_review_id_fkey, DISABLE TRIGGER USER')
  await owner.query('ALTER TABLE app.auction_bids DISABLE TRIGGER USER')
  await owner.query(
    `INSERT INTO app.auctions (id, review_id, symbol, name, industry, floor_price, lots, min_lots, max_lots, cap_lots, fee,
       deposit, starts_at, closes_at, opens_at, pay_by, lists_on, round, terms, key_id, public_key, signature, published_at, state)
     VALUES ($1, $1, '73101', '{"tw":"x","en":"x"}', '{"tw":"x","en":"x"}', 100, 10, 1, 1, 1, 40000, 5000, now(),
       now() + interval '1 day', now() + interval '2 days', now() + interval '3 days', current_date + 4, 1, '{}', 'k1', '\\x00',
       decode(repeat('00', 64), 'hex'), now() - interval '1 day', 'bidding')`,
    [auctionId],
  )
  await owner.query(
    `INSERT INTO app.auction_bids (id, auction_id, member_id, person, fingerprint, sealed, ceiling, deposit, fee, hold_id, sent_at)
     VALUES ($1, $2, $3, sha256(convert_to(E'fairlot auction person v1\n' || $2::uuid || E'\n' || $3::uuid || E'\n', 'UTF8')),
       decode(repeat('00', 32), 'hex'), decode(repeat('00', 300), 'hex'), 1000000, 500000, 40000, $1, now())`,
    [bidId, auctionId, memberId],
  )
  await owner.query('ALTER TABLE app.auctions ENABLE TRIGGER USER')
  await owner.query('ALTER TABLE app.auction_bids ENABLE TRIGGER USER')
  return bidId
}

/** A notice that only this member received. */
const noticeOf = async (memberId: string): Promise<string> => {
  await api.db.transaction((tx) => sendNotice(tx, { memberId, code: 'day-trading.passed', at: new Date() }))
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM app.notices WHERE member_id = $1 AND code = 'day-trading.passed'`,
    [memberId],
  )
  return rows[0]!.id
}

beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
  a = await api.member()
  b = await api.member()
  for (const kind of restrictionKinds) {
    const member = await api.member()
    await restrict(member.memberId, kind)
    restricted.set(kind, member)
  }
  const sessions = await b.client.call('/auth/listSessions')
  const ceremony = await b.client.call('/auth/beginPasskey', { password: b.password })
  const passkeyId = randomUUID()
  await owner.query(
    `INSERT INTO app.passkeys (id, member_id, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1, $2, 'credential', '\\x00', 0, '{}', 'of b', now())`,
    [passkeyId, b.memberId],
  )
  await seedMarket(api.db)
  const group = await b.client.call('/favourites/addGroup', { name: 'of b' })
  const screen = await b.client.call('/market/saveScreen', { name: 'of b', screen: { kind: 'etf' } })
  const alert = await b.client.call(
    '/favourites/addAlert',
    { symbol: '2330', kind: 'moves', threshold: 300, repeat: 'once' },
    { key: true },
  )
  ownUpload = await upload(a.client)
  const fileId = await upload(b.client)
  await api.db.transaction((tx) => takeUpload(tx, b.memberId, fileId, 'deposit-receipt'))
  const free = await upload(b.client)
  strange = {
    fileId,
    front: free,
    back: free,
    sessionId: sessions.body.data.sessions[0].sessionId,
    ceremonyId: ceremony.body.data.ceremonyId,
    passkeyId,
    restrictionId: await restrict(b.memberId, 'no-trading'),
    group: group.body.data.id,
    alert: alert.body.data.id,
    screen: screen.body.data.id,
    noticeId: await noticeOf(b.memberId),
    applicationId: await applicationOf(b.memberId),
    bidId: await bidOf(b.memberId),
    receipt: free,
    ...(await holdingOf(b.memberId)),
    ...(await moneyOf(b.memberId)),
  }
})
afterAll(async () => {
  expect(await ledgerBreaches(api.database)).toEqual([])
  await owner.end()
  await api.stop()
})

test('every route has a row, and every row a route', () => {
  expect(Object.keys(matrix).sort()).toEqual(routes.map(({ path }) => path as string).sort())
})

test('the route table agrees about callers and object ids', () => {
  for (const { path, capability, objectIds = [] } of routes) {
    const row = matrix[path]!
    expect(capability === 'public' ? 'anyone' : 'member', path).toBe(row.who)
    expect([...objectIds].sort(), path).toEqual(Object.keys(row.objects ?? {}).sort())
  }
})

test('a body field ending in Id is declared as an object', () => {
  // These name a step of a sign-in or recovery without a session: holding the id is the proof.
  const steps = new Set(['challengeId', 'recoveryId', 'ceremonyId'])
  // The phone creates these for objects that do not exist yet; one only filters the member's own list.
  const made = new Set([
    '/orders/placeOrder orderId',
    '/orders/closePosition orderId',
    '/orders/closePosition oddOrderId',
    '/orders/replaceOrder newOrderId',
    '/orders/placeConditional conditionalId',
    '/orders/placeEntry conditionalId',
    '/orders/listConditional positionId',
    '/withdrawals/create withdrawalId',
    '/new-shares/apply applicationId',
    // An offer is open to every member.
    '/new-shares/apply offerId',
    '/new-shares/offer offerId',
    '/auctions/bid bidId',
    // An auction is open to every member, its book to anyone.
    '/auctions/bid auctionId',
    '/auctions/detail auctionId',
    '/auctions/book auctionId',
    '/placements/apply applicationId',
    // A placement is open to every member.
    '/placements/apply placementId',
    '/placements/offer placementId',
    '/placements/table placementId',
    // A parent order is of many members: an own copy without a part in it gets the same answer as an unknown one.
    '/audit/copyEvidence blockId',
    '/mentors/apply applicationId',
    // A mentor's record is open to every member.
    '/mentors/list before',
    '/mentors/read mentorId',
    '/mentors/record mentorId',
    '/mentors/trades mentorId',
    '/mentors/trades before',
    '/mentors/fills mentorId',
    '/mentors/fills tradeId',
    '/credit/apply loanId',
    '/credit/addCredit increaseId',
    '/credit/repay repaymentId',
    '/copy-trading/follow copyId',
    // A mentor and a product are open to every member.
    '/copy-trading/follow mentorId',
    '/copy-trading/follow productId',
    '/copy-trading/terms mentorId',
    '/copy-trading/terms productId',
    '/copy-trading/list before',
    '/block-trades/apply applicationId',
    // A listing is open to every member.
    '/block-trades/apply listingId',
    // A deposit channel is open to every member.
    '/deposits/channel channelId',
    '/deposits/create channelId',
    // A draw is public; the session decides whose tickets are shown.
    '/draws/detail drawId',
    '/draws/tickets drawId',
    '/draws/mine drawId',
  ])
  for (const route of routes) {
    const fields = Object.keys((route.body as { shape?: object }).shape ?? {}).filter((field) =>
      field.endsWith('Id'),
    )
    for (const field of fields) {
      if (route.capability === 'public' && steps.has(field)) continue
      if (made.has(`${route.path} ${field}`)) continue
      expect(route.objectIds ?? [], `${route.path} ${field}`).toContain(field)
    }
  }
})

const isLetThrough = (http: number): boolean => http !== 401 && http !== 403

describe('a guest', () => {
  test.each(routes.map(({ path }) => path))('%s follows the matrix', async (path) => {
    const reply = await api.client().call(path, harmless, { key: true })
    if (matrix[path]!.who === 'anyone') expect(isLetThrough(reply.http)).toBe(true)
    else expect([reply.http, reply.body.msg]).toEqual([401, 'session.expired'])
  })
})

test('an expired session is refused and a verified member admitted', async () => {
  const [expired, verified] = [await api.member(), await api.member()]
  await owner.query(
    `UPDATE app.sessions SET created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
     WHERE member_id = $1`,
    [expired.memberId],
  )
  await owner.query(`UPDATE app.members SET verification = 'verified' WHERE id = $1`, [verified.memberId])
  const wrong: string[] = []
  for (const { path } of routes) {
    const isOpen = matrix[path]!.who === 'anyone'
    const late = await expired.client.call(path, harmless, { key: true })
    if (isOpen ? !isLetThrough(late.http) : late.body.msg !== 'session.expired')
      wrong.push(`${path} with an expired session: ${late.http} ${late.body.msg}`)
    if (path === '/auth/signOut') continue
    const reply = await verified.client.call(path, harmless, { key: true })
    if (!isLetThrough(reply.http)) wrong.push(`${path} as a verified member: ${reply.http} ${reply.body.msg}`)
  }
  expect(wrong).toEqual([])
})

describe('a member', () => {
  test.each(routes.map(({ path }) => path))('%s admits the member', async (path) => {
    const reply = await a.client.call(path, harmless, { key: true })
    expect(isLetThrough(reply.http)).toBe(true)
  })

  test.each(routes.filter(({ capability }) => capability !== 'public').map(({ path }) => path))(
    '%s refuses the account of another member',
    async (path) => {
      const reply = await a.client.call(path, harmless, { key: true, headers: { account: b.account } })
      expect([reply.http, reply.body.msg]).toEqual([401, 'session.expired'])
    },
  )

  test.each(routes.filter(({ capability }) => capability !== 'public').map(({ path }) => path))(
    '%s needs the XSRF pair',
    async (path) => {
      const reply = await a.client.call(path, harmless, { key: true, headers: { 'x-xsrf-token': undefined } })
      expect([reply.http, reply.body.msg]).toEqual([403, 'request.forbidden'])
    },
  )
})

describe('the objects of another member', () => {
  const attempts = routes.flatMap(({ path }) =>
    Object.keys(matrix[path]!.objects ?? {}).map((field) => [path, field] as const),
  )
  const snapshot = async (): Promise<unknown> => {
    const tables = {
      sessions: 'SELECT id, revoked_at FROM app.sessions WHERE member_id = $1 ORDER BY id',
      passkeys: 'SELECT id, name FROM app.passkeys WHERE member_id = $1 ORDER BY id',
      challenges: 'SELECT id, used_at FROM app.challenges WHERE member_id = $1 ORDER BY id',
      appeals: 'SELECT id FROM app.appeals WHERE member_id = $1 ORDER BY id',
      groups: 'SELECT id, name FROM app.favourite_groups WHERE member_id = $1 ORDER BY id',
      screens: 'SELECT id, name FROM app.saved_screens WHERE member_id = $1 ORDER BY id',
      alerts: 'SELECT id, state FROM app.price_alerts WHERE member_id = $1 ORDER BY id',
      orders: 'SELECT id, state, cancel_asked_at FROM app.orders WHERE member_id = $1 ORDER BY id',
      positions: 'SELECT id, state, closing FROM app.positions WHERE member_id = $1 ORDER BY id',
      calls: 'SELECT id, state, seen_at FROM app.margin_calls WHERE member_id = $1 ORDER BY id',
      uploads: 'SELECT id, taken_at FROM app.uploads WHERE member_id = $1 ORDER BY id',
      cards: 'SELECT id, state, is_default FROM app.bank_accounts WHERE member_id = $1 ORDER BY id',
      deposits: 'SELECT id, state FROM app.deposits WHERE member_id = $1 ORDER BY id',
      withdrawals: 'SELECT id, state FROM app.withdrawals WHERE member_id = $1 ORDER BY id',
      applications: 'SELECT id, state FROM app.subscriptions WHERE member_id = $1 ORDER BY id',
      bids: 'SELECT id, state FROM app.auction_bids WHERE member_id = $1 ORDER BY id',
      placements: 'SELECT id, state FROM app.placement_applications WHERE member_id = $1 ORDER BY id',
      mentors: 'SELECT id, state FROM app.mentor_applications WHERE member_id = $1 ORDER BY id',
      copies:
        'SELECT id, state, paused_at, stock_share_bp, amount FROM app.copies WHERE member_id = $1 ORDER BY id',
      plans: 'SELECT id, state, amount, days FROM app.savings_plans WHERE member_id = $1 ORDER BY id',
      blocks: 'SELECT id, state FROM app.block_applications WHERE member_id = $1 ORDER BY id',
      conditional: 'SELECT id, state FROM app.conditional_orders WHERE member_id = $1 ORDER BY id',
    }
    const found: unknown[] = []
    for (const sql of Object.values(tables)) found.push((await owner.query(sql, [b.memberId])).rows)
    return found
  }

  test.each(attempts)('%s %s: answers as for an unknown id and changes nothing', async (path, field) => {
    const body = matrix[path]!.objects![field]!
    const unknown = { ...strange, [field]: randomUUID() }
    const before = await snapshot()
    const onStranger = await a.client.call(path, body(strange, a), { key: true })
    const onNothing = await a.client.call(path, body(unknown, a), { key: true })
    expect([404, 409]).toContain(onStranger.http)
    expect(onStranger.body.msg).toMatch(
      // The last two stop an unverified member, or a Sunday request, before any object is read; deposits.test.ts and
      // withdrawals.test.ts try a stranger's receipt and bank account in an otherwise valid request.
      /^(request.not-found|order.not-found|support.not-found|upload.not-found|card.not-found|auth.challenge-expired|identity.complete-first|time.outside-deposit)$/,
    )
    const { requestId: _one, ...answer } = onStranger.body as { requestId?: string }
    const { requestId: _two, ...control } = onNothing.body as { requestId?: string }
    expect(answer).toEqual(control)
    expect(await snapshot()).toEqual(before)
  })
})

describe('restrictions', () => {
  const cells = restrictionKinds.flatMap((kind) => routes.map(({ path }) => [kind, path] as const))
  test.each(cells)('%s on %s follows the matrix', async (kind, path) => {
    const row = matrix[path]!
    const locksOut = kind === 'login-banned' || kind === 'disabled'
    const expected =
      row.who === 'anyone' ? undefined : locksOut ? `restriction.${kind}` : row.stoppedBy?.[kind]
    const reply = await restricted.get(kind)!.client.call(path, harmless, { key: true })
    if (expected === undefined) expect(isLetThrough(reply.http), reply.body.msg).toBe(true)
    else expect([reply.http, reply.body.msg]).toEqual([403, expected])
  })
})

// The permission matrix of the console: every route against fifteen callers, the six roles among them. The expectations
// are written by hand and not read from the route table, so a route that is added or opened up without a row, or
// against its row, fails.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import type { ConsoleRoute } from '../../packages/contract/src/console-route.ts'
import { type ConsolePath, consoleRoutes } from '../../packages/contract/src/console-routes.ts'
import type { OperatorRole } from '../../packages/contract/src/operators/index.ts'
import type { Route } from '../../packages/contract/src/route.ts'
import { memberRoutes } from '../../packages/contract/src/routes.ts'
import { type ConsoleBrowser, type ConsoleHarness, startConsoleHarness } from './support/console-harness.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

type Who = 'anyone' | 'signed in' | readonly OperatorRole[]

const everyRole = ['support', 'reviewer', 'approver', 'market', 'auditor', 'admin'] as const
const opens = ['support', 'reviewer', 'approver'] as const

const matrix: Readonly<Record<string, Who>> = {
  '/operators/signIn': 'anyone',
  '/operators/finishSignIn': 'anyone',
  '/operators/beginEnrolment': 'anyone',
  '/operators/finishEnrolment': 'anyone',
  '/operators/beginPasskeySignIn': 'anyone',
  '/operators/finishPasskeySignIn': 'anyone',
  '/operators/listPasskeys': 'signed in',
  '/operators/beginPasskey': 'signed in',
  '/operators/finishPasskey': 'signed in',
  '/operators/removePasskey': 'signed in',
  '/site/ruleEffect': everyRole,
  '/operators/listSessions': 'signed in',
  '/operators/endSession': 'signed in',
  '/operators/changePassword': 'signed in',
  '/operators/votingKeys': 'signed in',
  '/operators/addVotingKey': 'signed in',
  '/audit/entries': ['auditor', 'admin'],
  '/audit/chain': ['auditor', 'admin'],
  '/audit/links': ['auditor', 'admin'],
  '/audit/noteVerified': ['auditor', 'admin'],
  '/audit/approverPairs': ['auditor', 'admin'],
  '/status/system': ['auditor', 'admin'],
  '/operators/me': 'signed in',
  '/operators/signOut': 'signed in',
  '/operators/queue': everyRole,
  '/operators/queueCounts': everyRole,
  '/operators/review': everyRole,
  '/operators/vote': everyRole,
  '/operators/signVote': everyRole,
  '/operators/takeHalf': everyRole,
  '/operators/cancelReview': everyRole,
  '/operators/listViews': everyRole,
  '/operators/saveView': everyRole,
  '/operators/removeView': everyRole,
  '/operators/bell': everyRole,
  '/operators/pushKey': everyRole,
  '/operators/subscribePush': everyRole,
  '/operators/unsubscribePush': everyRole,
  '/operators/openDocument': opens,
  '/operators/openPersonal': opens,
  '/operators/search': everyRole,
  '/operators/takeReviews': everyRole,
  '/operators/releaseReviews': everyRole,
  '/operators/addReviewNote': opens,
  '/operators/exportQueue': everyRole,
  '/operators/listOperators': everyRole,
  '/operators/roleMatrix': everyRole,
  '/operators/proposeOperator': ['admin'],
  '/operators/proposeRoles': ['admin'],
  '/members/list': everyRole,
  '/members/counts': everyRole,
  '/members/detail': everyRole,
  '/members/addNote': opens,
  '/members/proposeRestriction': ['approver'],
  '/members/proposeLift': ['approver'],
  '/members/listViews': everyRole,
  '/members/saveView': everyRole,
  '/members/removeView': everyRole,
  '/uploads/openPicture': opens,
  '/deposits/requests': everyRole,
  '/deposits/exportRequests': everyRole,
  '/deposits/record': everyRole,
  '/deposits/channelList': everyRole,
  '/deposits/statements': everyRole,
  '/deposits/importStatement': ['approver'],
  '/deposits/statementLines': everyRole,
  '/deposits/proposeChannel': ['approver'],
  '/deposits/bankLines': everyRole,
  '/deposits/bankLine': everyRole,
  '/deposits/noteBankLine': ['approver'],
  '/deposits/proposeBankLine': ['approver'],
  '/deposits/proposeReversal': ['approver'],
  '/site/ruleBook': everyRole,
  '/site/proposeRule': ['admin'],
  '/site/proposeRuleStop': ['admin'],
  '/site/siteConfig': everyRole,
  '/site/cleanLogo': ['admin'],
  '/site/proposeConfig': ['admin'],
  '/calendar/month': everyRole,
  '/calendar/effect': everyRole,
  '/calendar/proposeClosure': ['market'],
  '/market/control': everyRole,
  '/market/standing': everyRole,
  '/market/proposeHalt': ['market'],
  '/market/proposeResume': ['market'],
  '/bank-accounts/registered': everyRole,
  '/bank-accounts/exportRegistered': everyRole,
  '/withdrawals/requests': everyRole,
  '/withdrawals/exportRequests': everyRole,
  '/withdrawals/record': everyRole,
  '/withdrawals/payouts': everyRole,
  '/withdrawals/batch': everyRole,
  '/withdrawals/fetchFile': ['approver'],
  '/withdrawals/proposeBatch': ['approver'],
  '/withdrawals/proposeReturn': ['approver'],
  '/block-trades/requests': everyRole,
  '/block-trades/listed': everyRole,
  '/block-trades/proposeListing': ['approver'],
  '/block-trades/proposeEnd': ['approver'],
  '/orders/orders': everyRole,
  '/orders/inspect': everyRole,
  '/orders/exportOrders': everyRole,
  '/positions/holdings': everyRole,
  '/funds/reconciliation': everyRole,
  '/funds/bankCover': everyRole,
  '/funds/reconcileNow': everyRole,
  '/funds/trialBalance': everyRole,
  '/funds/entryLines': everyRole,
  '/funds/journals': everyRole,
  '/funds/weighJournal': ['approver'],
  '/funds/proposeJournal': ['approver'],
  '/currency-exchange/board': everyRole,
  '/currency-exchange/events': everyRole,
  '/placements/published': everyRole,
  '/placements/proposePlacement': ['market'],
  '/new-shares/published': everyRole,
  '/new-shares/unqualified': everyRole,
  '/new-shares/proposeOffer': ['market'],
  '/new-shares/proposeRemoval': ['market'],
  '/auctions/published': everyRole,
  '/auctions/proposeAuction': ['market'],
  '/auctions/proposeRemoval': ['market'],
  '/coupons/grants': everyRole,
  '/coupons/countAudience': ['approver'],
  '/coupons/proposeGrant': ['approver'],
  '/draws/ceremonies': everyRole,
  '/draws/ceremony': everyRole,
  '/draws/proposeRelease': ['market'],
  '/mentors/listed': everyRole,
  '/copy-trading/copies': everyRole,
  '/copy-trading/listed': everyRole,
  '/copy-trading/proposeProduct': ['approver'],
  '/savings-plans/ofMember': everyRole,
  '/news/published': everyRole,
  '/news/addPicture': ['support'],
  '/news/readPicture': everyRole,
  '/news/proposeArticle': ['support'],
  '/news/proposeCorrection': ['support'],
  '/news/proposeWithdrawal': ['support'],
  '/support/inbox': ['support'],
  '/support/thread': ['support'],
  '/support/answer': ['support'],
  '/support/addNote': ['support'],
  '/support/assign': ['support'],
  '/support/openAttachment': ['support'],
  '/credit/board': everyRole,
  '/currency-exchange/proposeBackup': ['approver'],
  '/corporate-actions/published': everyRole,
  '/corporate-actions/proposeDividend': ['market'],
  '/corporate-actions/proposeSplit': ['market'],
  '/corporate-actions/proposeCancel': ['market'],
  '/notices/sent': everyRole,
  '/notices/proposeNotice': ['support'],
  '/notices/proposeNoticeCancel': ['support'],
}

const routes: readonly ConsoleRoute[] = Object.values(consoleRoutes).flatMap((table) =>
  Object.values(table as Record<string, ConsoleRoute>),
)

interface Caller {
  readonly name: string
  readonly browser: ConsoleBrowser
  /** Undefined where there is no session. */
  readonly roles: readonly OperatorRole[] | undefined
}

let harness: ConsoleHarness
let api: TestApi
let callers: readonly Caller[]

beforeAll(async () => {
  harness = await startConsoleHarness()
  api = await startTestApi({ database: harness.database })

  const memberIn = async (state?: 'verified' | 'frozen'): Promise<ConsoleBrowser> => {
    const { client, memberId } = await api.member()
    if (state === 'verified')
      await harness.owner.query(`UPDATE app.members SET verification = 'verified' WHERE id = $1`, [memberId])
    if (state === 'frozen')
      await api.db.transaction((tx) =>
        setRestriction(tx, {
          memberId,
          kind: 'frozen',
          reason: 'identity-doubt',
          operators: ['op-1', 'op-2'],
          now: new Date(),
          requestId: 'request-0001',
        }),
      )
    const browser = harness.browser()
    for (const [name, value] of client.cookies) {
      browser.cookies.set(name, value)
      // The same secret under the console's cookie name must not be accepted as a console session.
      browser.cookies.set(name.replace('__Host-', '__Host-console-').replace('XSRF-TOKEN', 'XSRF'), value)
    }
    return browser
  }
  const over = await harness.operator('admin')
  await harness.owner.query(
    `UPDATE app.operator_sessions SET created_at = $2::timestamptz - interval '9 hours', expires_at = $2 WHERE operator_id = $1`,
    [over.operatorId, harness.clock.now()],
  )
  const half = await harness.operator('admin')
  const halfIn = harness.browser()
  await halfIn.ask('/operators/signIn', { login: half.login, password: half.password })
  const expired = await harness.operator('approver')
  await harness.owner.query(`UPDATE app.operator_roles SET until = $2 WHERE operator_id = $1`, [
    expired.operatorId,
    harness.clock.now(),
  ])
  const left = await harness.operator('approver')
  await harness.owner.query(`UPDATE app.operators SET left_at = $2 WHERE id = $1`, [
    left.operatorId,
    harness.clock.now(),
  ])
  const two = await harness.operator('support', 'admin')
  const single: Caller[] = []
  for (const role of everyRole) {
    single.push({ name: role, browser: (await harness.operator(role)).browser, roles: [role] })
  }
  callers = [
    { name: 'no session', browser: harness.browser(), roles: undefined },
    { name: 'an expired session', browser: over.browser, roles: undefined },
    { name: 'an unverified member', browser: await memberIn(), roles: undefined },
    { name: 'a verified member', browser: await memberIn('verified'), roles: undefined },
    { name: 'a restricted member', browser: await memberIn('frozen'), roles: undefined },
    ...single,
    { name: 'an expired role', browser: expired.browser, roles: [] },
    { name: 'a left operator', browser: left.browser, roles: undefined },
    { name: 'half signed in', browser: halfIn, roles: undefined },
    { name: 'two roles', browser: two.browser, roles: ['support', 'admin'] },
  ]
})
afterAll(async () => {
  await api.stop()
  await harness.stop()
})

test('every route has a row in the permission matrix', () => {
  expect(routes.map(({ path }) => path as string).toSorted()).toEqual(Object.keys(matrix).toSorted())
})

test('every route answers each of fifteen callers as its row says', async () => {
  expect(callers).toHaveLength(15)
  const wrong: string[] = []
  for (const { path } of routes) {
    // Signing out is tested last, separately: it would end the caller's session.
    if (path === '/operators/signOut') continue
    const tried = callers.map(async ({ name, browser, roles }) => {
      // A body that no route accepts: an admitted caller gets a schema error, all others are refused earlier.
      const { http, body } = await browser.ask(path as ConsolePath, { nothingTakesThis: 1 })
      const expected = answerFor(matrix[path]!, roles)
      const got = http === 401 || http === 403 ? body.msg : 'let in'
      if (got !== expected) wrong.push(`${path} as ${name}: ${got}, not ${expected}`)
      if (got === 'let in' && http !== 400)
        wrong.push(`${path} as ${name}: took a body it must not (${http})`)
    })
    await Promise.all(tried)
  }
  expect(wrong).toEqual([])
})

test('member API and console do not answer each other’s paths', async () => {
  for (const { path } of routes) {
    const response = await fetch(`${api.base}/api/console${path}`, { method: 'POST' })
    expect(response.status).toBe(404)
    expect((await api.client().call(path)).http).toBe(404)
  }
  const response = await fetch(`${harness.base}/api/vue/site/agreement`, { method: 'POST' })
  expect(response.status).toBe(404)
})

test('the member API accepts no operator session', async () => {
  const wrong: string[] = []
  const paths = Object.values(memberRoutes).flatMap((table) => Object.values(table as Record<string, Route>))
  const each = callers.filter(({ roles }) => roles?.length === 1)
  expect(each.map(({ name }) => name)).toEqual([...everyRole])
  const tried = each.map(async ({ name, browser }) => {
    const client = api.client()
    for (const [cookie, value] of browser.cookies) {
      client.cookies.set(cookie, value)
      client.cookies.set(cookie.replace('__Host-console-', '__Host-').replace(/XSRF$/, 'XSRF-TOKEN'), value)
    }
    client.session = { token: browser.cookies.get('__Host-console-bind')!, account: '0912345678' }
    for (const { path, capability } of paths) {
      if (capability === 'public') continue
      const { http, body } = await client.call(path, { nothingTakesThis: 1 }, { key: true })
      if (http !== 401 || body.msg !== 'session.expired')
        wrong.push(`${path} as ${name}: ${http} ${body.msg}`)
    }
  })
  await Promise.all(tried)
  expect(wrong).toEqual([])
})

test('a missing or foreign object is answered as not found', async () => {
  const support = callers.find(({ name }) => name === 'support')!.browser
  const admin = callers.find(({ name }) => name === 'admin')!.browser
  const saved = await support.ask('/operators/saveView', { name: 'mine', filter: {} })
  const { viewId } = saved.body.data
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const id of [viewId, unknown]) {
    expect((await admin.ask('/operators/removeView', { viewId: id })).body).toMatchObject({
      status: 404,
      msg: 'view.not-found',
    })
  }
  const gone = [
    await admin.ask('/operators/review', { reviewId: unknown }),
    await admin.ask('/operators/cancelReview', { reviewId: unknown }),
    await admin.ask('/operators/vote', {
      reviewId: unknown,
      decision: 'approve',
      payloadHash: 'x',
      note: '',
    }),
    await admin.ask('/operators/proposeRoles', { operatorId: unknown, roles: [], reason: 'x' }),
    await support.ask('/operators/openPersonal', {
      memberId: unknown,
      field: 'account',
      purpose: 'calling back',
    }),
  ]
  expect(gone.map(({ http }) => http)).toEqual([404, 404, 404, 404, 404])
})

test('signing out succeeds only with a session', async () => {
  for (const { browser, roles } of callers) {
    const { http } = await browser.ask('/operators/signOut')
    expect(http).toBe(roles === undefined ? 401 : 200)
  }
})

function answerFor(who: Who, roles: readonly OperatorRole[] | undefined): string {
  if (who === 'anyone') return 'let in'
  if (roles === undefined) return 'session.expired'
  if (who === 'signed in') return 'let in'
  return roles.some((role) => who.includes(role)) ? 'let in' : 'operator.not-allowed'
}

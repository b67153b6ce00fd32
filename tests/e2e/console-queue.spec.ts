// The queue by keyboard: twenty reviews of four kinds decided without a mouse, two operators voting at once, a key held
// down, a vote in two steps, a first vote undone, drafts that stay, and the list at both widths.

import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { texts as signInEn } from '../../apps/console/src/features/operators/sign-in/texts/en.ts'
import { texts as signInTw } from '../../apps/console/src/features/operators/sign-in/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import { bothWidths, oneConsole, type Lang, proveOnly } from './projects.ts'
import {
  approve,
  openInQueue,
  openDocuments,
  queueTexts,
  reject,
  reviewOf,
  reviewTexts,
  sendFirstVote,
  type OpenReview,
} from './support/both-apps.ts'
import { bankIs } from './support/bank-hours.ts'
import { callApi, registerMember, signIn as signInMember } from './support/member.ts'
import { holder, idNumber, uploadPicture } from './support/money.ts'
import {
  askConsole,
  expectCleanConsole,
  signInOperator,
  withOwner,
  type SignedInOperator,
} from './support/operators.ts'

const EACH = 5

/** A first vote that is still waiting to be sent. */
const undoBar = (page: Page, lang: Lang) =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: queueTexts(lang).undo.button }) })

const signInTexts = (lang: Lang) => (lang === 'tw' ? signInTw : signInEn)

/** A member whose identity documents and deposit are both waiting for review. */
async function memberWhoWaits(request: APIRequestContext): Promise<string> {
  const member = await registerMember(request)
  const session = await signInMember(request, member)
  const offer = await callApi<{
    channels: { channelId: string; currency: string; state: string; needsPassword: boolean }[]
  }>(request, '/deposits/channels', {}, { session })
  const channel = offer.channels.find(
    ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
  )
  const [front, back, receipt] = await Promise.all([
    uploadPicture(request, session),
    uploadPicture(request, session),
    uploadPicture(request, session),
  ])
  await callApi(
    request,
    '/identity/submit',
    { document: 'national-id', name: holder, number: idNumber(), birthDate: '1990-05-17', front, back },
    { session, key: true },
  )
  await callApi(
    request,
    '/deposits/create',
    { channelId: channel?.channelId, amount: '500000', receipt },
    { session, key: true },
  )
  return member.memberId
}

interface Proposed {
  readonly reviewId: string
  readonly number: string
}

const proposePerson = async (at: SignedInOperator, login: string): Promise<OpenReview> => {
  const { msg, data } = await askConsole<Proposed>(at, '/operators/proposeOperator', {
    login,
    name: 'Wen',
    roles: [{ role: 'support', until: null }],
    relatedAccounts: [],
    reason: 'e2e test',
  })
  expect(data, msg).not.toBeNull()
  return { ...data, kind: 'operator' }
}

const proposeChannel = async (at: SignedInOperator): Promise<OpenReview> => {
  const { msg, data } = await askConsole<Proposed>(at, '/deposits/proposeChannel', {
    name: { tw: '測試轉帳', en: 'Test transfer' },
    currency: 'TWD',
    state: 'open',
    reason: null,
    min: '100000',
    max: '200000000',
    fee: '0',
    usualMinutes: 30,
    holder: '公平證券客戶專戶',
    number: '00409876543210',
    bankName: '臺灣銀行',
    bankCode: '004',
    branch: '營業部',
    place: 90,
    why: 'e2e test',
  })
  expect(data, msg).not.toBeNull()
  return { ...data, kind: 'channel' }
}

/** The fault of the keyboard focus: nowhere, out of sight, or without a visible mark. Null when there is none. */
const focusProblem = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nowhere'
    const { top, bottom, width } = element.getBoundingClientRect()
    if (width === 0 || bottom <= 0 || top >= innerHeight) return `out of sight: ${element.id}`
    const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element)
    const isMarked = outlineStyle !== 'none' || boxShadow !== 'none' || element.tagName === 'TEXTAREA'
    return element.matches(':focus-visible') && isMarked ? null : `not marked: ${element.id} ${borderColor}`
  })

test(
  'twenty reviews of four kinds are decided with the keyboard alone',
  { tag: oneConsole },
  async ({ browser, playwright }, { project }) => {
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await signInOperator(browser, lang, ['admin', 'approver'], { name: '趙提案' })
    const reviewer = await signInOperator(browser, lang, ['approver'], { name: '錢審核' })
    const { page } = reviewer
    try {
      const members: string[] = []
      // One after the other: hashing ten passwords at once overloads a small machine.
      for (let at = 0; at < EACH; at++) {
        const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
        members.push(await memberWhoWaits(request))
        await request.dispose()
      }
      const mine = new Map<string, OpenReview>()
      for (let at = 0; at < EACH; at++) {
        for (const review of [
          await proposePerson(proposer, `q${at}.${Date.now().toString(36)}`),
          await proposeChannel(proposer),
        ])
          mine.set(review.number, review)
      }
      const asked = await withOwner((db) =>
        db.query<OpenReview>(
          `SELECT id AS "reviewId", number, kind FROM app.reviews WHERE member_id = ANY ($1::uuid[]) AND state = 'waiting'
           ORDER BY number`,
          [members],
        ),
      )
      for (const review of asked) mine.set(review.number, review)
      const byKind = [...mine.values()].toSorted((a, b) => a.kind.localeCompare(b.kind))
      expect(mine.size).toBe(4 * EACH)

      // The page must send one vote per review, and none may be refused.
      const votes: string[] = []
      page.on('response', async (response) => {
        if (!response.url().endsWith('/operators/vote')) return
        const { reviewId } = response.request().postDataJSON() as { reviewId: string }
        votes.push(`${reviewId} ${response.status()}`)
      })
      const current = page.locator('button[aria-current="true"]')
      const pane = page.getByRole('complementary', { name: texts.pane.label })
      const left = new Set(byKind.map((review) => review.number))
      let way: 'j' | 'k' = 'j'
      let decided = 0
      let shownKind = ''
      // Reviews of other tests appear in between and are skipped.
      for (let presses = 0; left.size > 0; presses++) {
        expect(presses, `still to be found: ${[...left].join(' ')}`).toBeLessThan(600)
        const next = mine.get([...left][0]!)!
        if (next.kind !== shownKind) {
          // A link to the first review of the kind; the keyboard does the rest.
          shownKind = next.kind
          await page.goto(`/#/queue?kind=${next.kind}&review=${next.reviewId}`)
          await expect(pane.getByText(next.number, { exact: true })).toBeVisible()
          await expect(page.locator('button[id^="review-"]').first()).toBeVisible()
          // The list loads fifty rows at a time. If the review is further down, the first key goes to the top.
          if ((await current.count()) === 0) await page.keyboard.press('j')
          await expect(current).toBeVisible()
        }
        const number = (await current.innerText()).trim()
        if (!left.has(number)) {
          await page.keyboard.press(way)
          await expect.poll(() => focusProblem(page), { message: `after ${way}` }).toBeNull()
          // At the end of the list the step has no effect: turn around.
          if ((await current.innerText()).trim() === number) way = way === 'j' ? 'k' : 'j'
          continue
        }
        await expect(pane.getByText(number, { exact: true })).toBeVisible()
        const { kind } = mine.get(number)!
        const isRejected = kind === 'channel' || decided % 3 === 0
        const isSecond = kind === 'channel' || kind === 'operator'
        await expect(pane.locator('[data-armed]')).toBeVisible()
        const { done } = texts
        if (isRejected) {
          await page.keyboard.press('r')
          const reasons = pane.getByRole('group', { name: texts.reject.title })
          await expect(reasons.getByRole('button').first()).toBeFocused()
          await expect.poll(() => focusProblem(page), { message: 'on the reasons' }).toBeNull()
          // The first reason for rejecting identity documents asks for a field; the second does not.
          if (kind === 'identity') await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await expect(pane.getByRole('textbox', { name: texts.reject.note })).toBeFocused()
          await expect.poll(() => focusProblem(page), { message: 'in the words' }).toBeNull()
          await page.keyboard.press('Enter')
          await expect(page.getByText(done.rejected(number), { exact: true })).toBeVisible()
        } else if (isSecond) {
          await page.keyboard.press('a')
          await expect(pane.getByRole('alertdialog')).toBeFocused()
          // A second Enter before the response arrives must not vote again.
          await page.keyboard.press('Enter')
          await page.keyboard.press('Enter')
          await expect(page.getByText(done.passed(number), { exact: true })).toBeVisible()
        } else {
          await page.keyboard.press('v')
          await expect(pane.getByRole('button', { name: texts.pane.openAll })).toHaveCount(0)
          await page.keyboard.press('a')
          if (kind === 'deposit') {
            // Without a bank line the key focuses the note first.
            await expect(pane.getByPlaceholder(texts.pane.noteNeeded)).toBeFocused()
            await page.keyboard.type('confirmed by telephone')
            await page.keyboard.press('Escape')
            await page.keyboard.press('a')
          }
          await expect(undoBar(page, lang).filter({ hasText: number })).toBeVisible()
        }
        left.delete(number)
        decided += 1
        await expect(pane.getByText(number, { exact: true })).toHaveCount(0)
        await expect.poll(() => focusProblem(page), { message: `after ${number}` }).toBeNull()
      }

      const ids = [...mine.values()].map(({ reviewId }) => reviewId)
      // The last first vote is sent after its five seconds.
      await expect.poll(() => votes.length).toBe(ids.length)
      expect(votes.toSorted()).toEqual(ids.map((id) => `${id} 200`).toSorted())
      const counted = await withOwner((db) =>
        db.query<{ times: number }>(
          `SELECT count(*)::integer AS times FROM app.review_votes
           WHERE review_id = ANY ($1::uuid[]) AND operator_id = $2 GROUP BY review_id`,
          [ids, reviewer.operatorId],
        ),
      )
      expect(counted.map(({ times }) => times)).toEqual(ids.map(() => 1))
    } finally {
      await proposer.context.close()
      await reviewer.context.close()
    }
  },
)

test(
  'of two simultaneous votes one decides and the other sees a conflict',
  { tag: [oneConsole, proveOnly] },
  async ({ browser }, { project }) => {
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await signInOperator(browser, lang, ['admin'], { name: '趙提案' })
    const racers = [
      await signInOperator(browser, lang, ['approver'], { name: '孫甲' }),
      await signInOperator(browser, lang, ['approver'], { name: '李乙' }),
    ] as const
    try {
      for (const keys of [
        ['a', 'a'],
        ['a', 'r'],
      ] as const) {
        const review = await proposePerson(proposer, `race.${keys.join('')}.${Date.now().toString(36)}`)
        const panes = await Promise.all(racers.map((racer) => openInQueue(racer, review)))
        for (const pane of panes) await expect(pane.locator('[data-armed]')).toBeVisible()
        await racers[0].page.keyboard.press('a')
        await expect(panes[0]!.getByRole('alertdialog')).toBeFocused()
        if (keys[1] === 'r') {
          await racers[1].page.keyboard.press('r')
          await panes[1]!.getByRole('button', { name: texts.reject.codes['not-needed'].name }).press('Enter')
        } else {
          await racers[1].page.keyboard.press('a')
          await expect(panes[1]!.getByRole('alertdialog')).toBeFocused()
        }
        await Promise.all(racers.map(({ page }) => page.keyboard.press('Enter')))
        const won = racers.map(({ page }) =>
          page
            .getByText(texts.done.passed(review.number), { exact: true })
            .or(page.getByText(texts.done.rejected(review.number), { exact: true })),
        )
        const lost = racers.map(({ page }) =>
          page.getByRole('alert').filter({ hasText: texts.done.conflict }),
        )
        for (const at of [0, 1]) await expect(won[at]!.or(lost[at]!).first()).toBeVisible()
        const winners = await Promise.all(won.map((said) => said.isVisible()))
        const losers = await Promise.all(lost.map((said) => said.isVisible()))
        expect([winners.filter(Boolean).length, losers.filter(Boolean).length]).toEqual([1, 1])
        const [row] = await withOwner((db) =>
          db.query<{ votes: number; decision: string }>(
            `SELECT r.decision, (SELECT count(*)::integer FROM app.review_votes v
               WHERE v.review_id = r.id AND v.operator_id <> r.opened_by) AS votes
             FROM app.reviews r WHERE r.id = $1`,
            [review.reviewId],
          ),
        )
        expect(row).toEqual({ votes: 1, decision: keys[1] === 'r' && winners[1] ? 'reject' : 'approve' })
      }
    } finally {
      for (const { context } of [proposer, ...racers]) await context.close()
    }
  },
)

/** How many votes by this operator on these reviews are in the database. */
const votesBy = (operatorId: string, reviewIds: readonly string[]) =>
  withOwner(async (db) => {
    const rows = await db.query<{ id: string }>(
      `SELECT review_id AS id FROM app.review_votes WHERE operator_id = $1 AND review_id = ANY ($2::uuid[])`,
      [operatorId, reviewIds],
    )
    return rows.length
  })

/** The bell announces nothing of its first answer. */
const bellAnswers = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/operators/bell')).length,
  )

/** Holds the next answer of the bell. When released it names this review alone, not those of other tests. */
async function holdBell(page: Page, { reviewId, number, kind }: OpenReview) {
  await expect.poll(() => bellAnswers(page), { message: 'first answer of the bell' }).toBeGreaterThan(0)
  const released = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/operators/bell')
  await page.route('**/operators/bell', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { urgent: object[] } }
    await released.promise
    body.data.urgent = [{ reviewId, number, kind, promisedAt: new Date().toISOString() }]
    await route.fulfill({ response, json: body })
  })
  return { asked, release: () => released.resolve() }
}

test(
  'a held key never votes twice, and a deciding vote needs confirmation',
  { tag: oneConsole },
  async ({ browser }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await signInOperator(browser, lang, ['admin'], { name: '趙提案' })
    const voter = await signInOperator(browser, lang, ['approver'], { name: '錢審核' })
    try {
      const reviews: OpenReview[] = []
      for (let at = 0; at < 3; at++)
        reviews.push(await proposePerson(proposer, `held${at}.${Date.now().toString(36)}`))
      const ids = reviews.map(({ reviewId }) => reviewId)
      const { page } = voter
      const bell = await holdBell(page, reviews[2]!)
      const pane = await openInQueue(voter, reviews[0]!)
      // Before the pane is armed, the key would still apply to the previous review.
      await expect(pane.locator('[data-armed]')).toBeVisible()
      // Held down: the first press opens the confirmation, and no repeat confirms it.
      await page.keyboard.down('a')
      for (let times = 0; times < 40; times++) await page.keyboard.down('a')
      await page.keyboard.up('a')
      const asked = pane.getByRole('alertdialog')
      await expect(asked).toBeFocused()
      await expect(asked).toContainText(texts.confirm.final)
      expect(await votesBy(voter.operatorId, ids)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
      expect(await votesBy(voter.operatorId, ids)).toBe(0)
      await page.keyboard.press('a')
      await expect(asked).toBeFocused()
      await bell.asked
      // Holding Enter gives one vote, and none for the next review.
      await page.keyboard.down('Enter')
      for (let times = 0; times < 40; times++) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      const voted = page.getByText(texts.done.passed(reviews[0]!.number), { exact: true })
      await expect(voted).toBeVisible()
      // The bell waits until the confirmation has been shown.
      const rings = page.getByText((lang === 'tw' ? shellTw : shellEn).bell.rings(reviews[2]!.number), {
        exact: true,
      })
      bell.release()
      await expect(rings).toHaveCount(1)
      await expect(voted).toBeVisible({ timeout: 1 })
      await expect(rings).toHaveCount(2)
      await expect(voted).toHaveCount(0)
      expect(await votesBy(voter.operatorId, ids)).toBe(1)
    } finally {
      await proposer.context.close()
      await voter.context.close()
    }
  },
)

test(
  'focus stays on the page when a colleague decides the focused row',
  { tag: [oneConsole, proveOnly] },
  async ({ browser }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const proposer = await signInOperator(browser, lang, ['admin'], { name: '趙提案' })
    const waiting = await signInOperator(browser, lang, ['approver'], { name: '錢審核' })
    const deciding = await signInOperator(browser, lang, ['approver'], { name: '孫甲' })
    try {
      const review = await proposePerson(proposer, `focus.${Date.now().toString(36)}`)
      const { page } = waiting
      await openInQueue(waiting, review)
      const row = page.getByRole('button', { name: review.number, exact: true })
      await row.focus()
      await reject(deciding, review, '這個人不在公司')
      await expect(row).toHaveCount(0)
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    } finally {
      for (const { context } of [proposer, waiting, deciding]) await context.close()
    }
  },
)

test(
  'a first vote can be undone within five seconds',
  { tag: [oneConsole, proveOnly] },
  async ({ browser, playwright }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
    const memberId = await memberWhoWaits(request)
    await request.dispose()
    const voter = await signInOperator(browser, lang, ['approver'], { name: '錢審核' })
    const other = await signInOperator(browser, lang, ['approver'], { name: '孫甲' })
    try {
      const { page } = voter
      const identityReview = await reviewOf('identity', memberId)
      const pane = await openInQueue(voter, identityReview)
      await expect(pane.locator('[data-armed]')).toBeVisible()
      // Approval is disabled until both sides of the document were opened.
      await expect(pane.getByRole('button', { name: texts.pane.approve('') })).toBeDisabled()
      await page.keyboard.press('a')
      await openDocuments(voter, pane)
      await page.keyboard.press('a')
      const bar = undoBar(page, lang).filter({ hasText: identityReview.number })
      await expect(bar).toBeVisible()
      expect(await votesBy(voter.operatorId, [identityReview.reviewId])).toBe(0)
      await page.keyboard.press('z')
      await expect(bar).toHaveCount(0)
      await expect(pane.getByText(identityReview.number, { exact: true })).toBeVisible()
      expect(await votesBy(voter.operatorId, [identityReview.reviewId])).toBe(0)
      // The documents count as opened after undo. A vote that is not undone is sent.
      await expect(pane.getByRole('button', { name: texts.pane.openAll })).toHaveCount(0)
      await expect(pane.locator('[data-armed]')).toBeVisible()
      await page.keyboard.press('a')
      await expect(bar).toBeVisible()
      await expect.poll(() => votesBy(voter.operatorId, [identityReview.reviewId])).toBe(1)
      // The second operator has to open the documents again.
      const seen = await openInQueue(other, identityReview)
      await expect(seen.getByText(texts.pane.notOpened(reviewTexts(lang)['identity.front']!))).toBeVisible()
      await expectCleanConsole(other.page, 'a review before it was opened')
      await approve(other, identityReview, 'second')
    } finally {
      await voter.context.close()
      await other.context.close()
    }
  },
)

test(
  'a changed deposit amount shows in the pane, list and button',
  { tag: proveOnly },
  async ({ browser, playwright }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
    const memberId = await memberWhoWaits(request)
    await request.dispose()
    const first = await signInOperator(browser, lang, ['approver'], { name: '陳偉' })
    const second = await signInOperator(browser, lang, ['approver'], { name: '林美' })
    try {
      const deposit = await reviewOf('deposit', memberId)
      const pane = await openInQueue(first, deposit)
      // At the top of the pane: the amount to book is seen without scrolling.
      await expect(pane.getByLabel(reviewTexts(lang)['booked']!, { exact: true })).toBeInViewport()
      await openDocuments(first, pane)
      await pane.getByLabel(reviewTexts(lang)['booked']!, { exact: true }).fill('4985')
      await pane.getByPlaceholder(texts.pane.noteNeeded).fill('the bank kept a fee of 15')
      await pane.getByRole('button', { name: texts.pane.approve('NT$4,985.00') }).click()
      await sendFirstVote(first, deposit.number)
      const seen = await openInQueue(second, deposit)
      const changed = seen.getByRole('note')
      await expect(changed).toContainText('NT$5,000.00')
      await expect(changed).toContainText('NT$4,985.00')
      await expect(changed).toContainText('陳偉')
      await expect(changed).toContainText('the bank kept a fee of 15')
      const row = second.page.getByRole('row').filter({ hasText: deposit.number })
      await expect(row).toContainText('4,985.00')
      await expectCleanConsole(second.page, 'a changed figure')
      if (process.env['FAIRLOT_SHOTS'])
        await second.page.screenshot({ path: `.screens/${project.name}-changed.png` })
      await openDocuments(second, seen)
      await expect(seen.getByRole('button', { name: texts.pane.book('NT$4,985.00') })).toBeVisible()
      await second.page.keyboard.press('a')
      await expect(seen.getByRole('alertdialog')).toContainText('NT$4,985.00')
      await expectCleanConsole(second.page, 'the second step')
      if (process.env['FAIRLOT_SHOTS'])
        await second.page.screenshot({ path: `.screens/${project.name}-step.png` })
      await second.page.keyboard.press('Enter')
      await expect(second.page.getByText(texts.done.passed(deposit.number), { exact: true })).toBeVisible()
      // A finished review shows how, when and by whom it was decided.
      await second.page.goto(`/#/queue?kind=deposit&show=done&review=${deposit.reviewId}`)
      await expect(row).toContainText(texts.ends['approved']!)
      await expect(row).toContainText('陳偉')
      await expectCleanConsole(second.page, 'what is done')
      if (process.env['FAIRLOT_SHOTS'])
        await second.page.screenshot({ path: `.screens/${project.name}-done.png` })
    } finally {
      await first.context.close()
      await second.context.close()
    }
  },
)

test(
  'reject drafts survive navigation and the end of the session',
  { tag: [oneConsole, proveOnly] },
  async ({ browser }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await signInOperator(browser, lang, ['admin'], { name: '趙提案' })
    const voter = await signInOperator(browser, lang, ['approver'], { name: '錢審核' })
    try {
      const { page } = voter
      const one = await proposePerson(proposer, `draft1.${Date.now().toString(36)}`)
      const two = await proposePerson(proposer, `draft2.${Date.now().toString(36)}`)
      const pane = await openInQueue(voter, one)
      await expect(pane.locator('[data-armed]')).toBeVisible()
      await page.keyboard.press('r')
      await pane.getByRole('button', { name: texts.reject.codes['wrong-content'].name }).press('Enter')
      const note = pane.getByRole('textbox', { name: texts.reject.note })
      await note.fill('half of a rea')
      await openInQueue(voter, two)
      await openInQueue(voter, one)
      await expect(note).toHaveValue('half of a rea')
      // Text over the limit is counted and never truncated.
      await note.fill('x'.repeat(305))
      await expect(pane.getByText(texts.tooLong(5))).toBeVisible()
      await note.press('Enter')
      await expect(pane.getByRole('alert').filter({ hasText: texts.reject.empty })).toBeVisible()
      await note.fill('half of a reason')
      await withOwner((db) =>
        db.query('UPDATE app.operator_sessions SET revoked_at = now() WHERE operator_id = $1', [
          voter.operatorId,
        ]),
      )
      await note.press('Enter')
      await expect(page.getByText(signInTexts(lang).ended.vote)).toBeVisible()
      expect(await votesBy(voter.operatorId, [one.reviewId])).toBe(0)
      expect(
        await page.evaluate(() =>
          Object.values(sessionStorage).some((text) => text.includes('half of a reason')),
        ),
      ).toBe(true)
    } finally {
      await proposer.context.close()
      await voter.context.close()
    }
  },
)

test(
  'queue rows have one height and no cut cells',
  { tag: bothWidths },
  async ({ browser, playwright }, { project }) => {
    test.slow()
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
    const memberId = await memberWhoWaits(request)
    await request.dispose()
    const voter = await signInOperator(browser, lang, ['approver', 'market', 'admin'], { name: '錢審核' })
    try {
      const { page } = voter
      const identityReview = await reviewOf('identity', memberId)
      const pane = await openInQueue(voter, identityReview)
      await page.goto(`/#/queue?show=all&review=${identityReview.reviewId}`)
      const list = page.getByRole('table', { name: texts.list.label })
      await expect(list.getByRole('row').nth(1)).toBeVisible()
      const heights = await list
        .locator('tbody tr')
        .evaluateAll((rows) => [
          ...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height))),
        ])
      expect(heights, 'rows of one height').toHaveLength(1)
      // No chip, number or amount is wider than its cell.
      const cut = await list.locator('tbody td').evaluateAll((cells) =>
        cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
          .map((cell) => `${(cell as HTMLTableCellElement).cellIndex}: ${cell.textContent}`)
          .filter((text) => !text.startsWith('1:')),
      )
      expect(cut, 'cut cells').toEqual([])
      // Only the list and the pane scroll: a hidden text below the fold must not make the page longer.
      const beyond = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)
      expect(beyond, 'the page does not scroll').toBe(0)
      await expect(list.getByText(`M-${memberId.slice(-6).toUpperCase()}`).first()).toBeVisible()
      // The rejection form stays inside the pane.
      await expect(pane.locator('[data-armed]')).toBeVisible()
      await page.keyboard.press('r')
      await pane.getByRole('button', { name: texts.reject.codes['fields-wrong'].name }).press('Enter')
      const edge = await pane.evaluate((element) => element.getBoundingClientRect().right)
      const rights = await pane
        .locator('select')
        .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().right))
      expect(Math.max(...rights)).toBeLessThanOrEqual(edge)
      await expectCleanConsole(page, 'rejecting identity documents')
      if (process.env['FAIRLOT_SHOTS']) await page.screenshot({ path: `.screens/${project.name}-reject.png` })
      // An address without a review shows a message.
      await page.goto('/#/queue?show=all&review=00000000-0000-7000-8000-000000000000')
      await expect(pane.getByText(texts.pane.missing)).toBeVisible()
    } finally {
      await voter.context.close()
    }
  },
)

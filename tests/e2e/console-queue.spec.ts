// The queue under the hands: forty reviews of four kinds decided without a mouse, and two people who reach for one at once.

import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { oneDesk, type Lang } from './projects.ts'
import { look, queueTexts, type OpenReview } from './support/both-apps.ts'
import { deskIs } from './support/desk-time.ts'
import { callApi, registerMember, signIn as signInMember } from './support/member.ts'
import { holder, idNumber, uploadPicture } from './support/money.ts'
import { askConsole, seatOperator, withOwner, type Seated } from './support/operators.ts'

const EACH = 10

/** A member whose papers and whose deposit both wait. */
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

const proposePerson = async (at: Seated, login: string): Promise<OpenReview> => {
  const { msg, data } = await askConsole<Proposed>(at, '/operators/proposeOperator', {
    login,
    name: 'Wen',
    roles: [{ role: 'support', until: null }],
    relatedAccounts: [],
    reason: 'e2e',
  })
  expect(data, msg).not.toBeNull()
  return { ...data, kind: 'operator' }
}

const proposeChannel = async (at: Seated): Promise<OpenReview> => {
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
    why: 'e2e',
  })
  expect(data, msg).not.toBeNull()
  return { ...data, kind: 'channel' }
}

/** Where the keyboard is, or what is wrong with it: nowhere, out of sight, or without a mark one can see. */
const focusFault = (page: Page): Promise<string | null> =>
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
  'forty reviews of four kinds are decided with the keyboard alone, each once',
  { tag: oneDesk },
  async ({ browser, playwright }, { project }) => {
    test.setTimeout(240_000)
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await seatOperator(browser, lang, ['admin', 'approver'], { name: '趙提案' })
    const reviewer = await seatOperator(browser, lang, ['approver'], { name: '錢審核' })
    const { page } = reviewer
    try {
      const members: string[] = []
      // One after the other: ten passwords hashed at once are more than a small machine takes.
      for (let at = 0; at < EACH; at++) {
        const request = await playwright.request.newContext({ extraHTTPHeaders: deskIs('open') })
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
          `SELECT id AS "reviewId", number, kind FROM app.reviews WHERE member_id = ANY ($1::uuid[]) AND state = 'waiting'`,
          [members],
        ),
      )
      for (const review of asked) mine.set(review.number, review)
      expect(mine.size).toBe(4 * EACH)

      // What the page sends: one vote for each, and none of them refused.
      const votes: string[] = []
      page.on('response', async (response) => {
        if (!response.url().endsWith('/operators/vote')) return
        const { reviewId } = response.request().postDataJSON() as { reviewId: string }
        votes.push(`${reviewId} ${response.status()}`)
      })
      await page.goto('/#/queue?show=mine')
      const current = page.locator('button[aria-current="true"]')
      const pane = page.getByRole('complementary', { name: texts.pane.label })
      await expect(current).toBeVisible()
      const left = new Set(mine.keys())
      let way: 'j' | 'k' = 'j'
      let decided = 0
      // Others work at the same time and their reviews stand in between: those are passed over.
      for (let presses = 0; left.size > 0; presses++) {
        expect(presses, `still to be found: ${[...left].join(' ')}`).toBeLessThan(600)
        const number = (await current.innerText()).trim()
        if (!left.has(number)) {
          await page.keyboard.press(way)
          expect(await focusFault(page), `after ${way}`).toBeNull()
          // At the end of the list the step leads nowhere: back again.
          if ((await current.innerText()).trim() === number) way = way === 'j' ? 'k' : 'j'
          continue
        }
        await expect(pane.getByText(number, { exact: true })).toBeVisible()
        const { kind } = mine.get(number)!
        const isRejected = kind === 'channel' || decided % 3 === 0
        const isSecond = kind === 'channel' || kind === 'operator'
        await expect(pane.getByRole('button', { name: texts.pane.reject })).toBeVisible()
        if (isRejected) {
          await page.keyboard.press('r')
          await expect(pane.getByRole('textbox', { name: texts.reject.title })).toBeFocused()
          expect(await focusFault(page), 'in the reason').toBeNull()
          await page.keyboard.type('e2e')
          await page.keyboard.press('Enter')
        } else if (decided % 5 === 1) {
          // Twice in a hurry, before the answer has come, is once.
          const answered = Promise.withResolvers<void>()
          await page.route('**/operators/vote', (route) => answered.promise.then(() => route.continue()), {
            times: 1,
          })
          await page.keyboard.press('a')
          await page.keyboard.press('a')
          answered.resolve()
        } else await page.keyboard.press('a')
        const { done } = texts
        const said = isRejected ? done.rejected : isSecond ? done.passed : done.first
        await expect(page.getByText(said(number), { exact: true })).toBeVisible()
        left.delete(number)
        decided += 1
        await expect(pane.getByText(number, { exact: true })).toHaveCount(0)
        expect(await focusFault(page), `after ${number}`).toBeNull()
      }

      const ids = [...mine.values()].map(({ reviewId }) => reviewId)
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
  'two people reach for one review at once: one of them decides, the other is told',
  { tag: oneDesk },
  async ({ browser }, { project }) => {
    const lang = project.metadata['lang'] as Lang
    const texts = queueTexts(lang)
    const proposer = await seatOperator(browser, lang, ['admin'], { name: '趙提案' })
    const racers = [
      await seatOperator(browser, lang, ['approver'], { name: '孫甲' }),
      await seatOperator(browser, lang, ['approver'], { name: '李乙' }),
    ] as const
    try {
      for (const keys of [
        ['a', 'a'],
        ['a', 'r'],
      ] as const) {
        const review = await proposePerson(proposer, `race.${keys.join('')}.${Date.now().toString(36)}`)
        const panes = await Promise.all(racers.map((racer) => look(racer, review)))
        for (const pane of panes)
          await expect(pane.getByRole('button', { name: texts.pane.approveSecond })).toBeVisible()
        if (keys[1] === 'r') {
          await racers[1].page.keyboard.press('r')
          await panes[1]!.getByRole('textbox', { name: texts.reject.title }).fill('e2e')
        }
        await Promise.all([
          racers[0].page.keyboard.press('a'),
          racers[1].page.keyboard.press(keys[1] === 'r' ? 'Enter' : 'a'),
        ])
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

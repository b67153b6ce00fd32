// Console actions for tests of both apps: opens the review of a member's request and decides it by keyboard, as an
// operator does.

import { expect, type Locator, type Page } from '@playwright/test'
import { texts as queueEn } from '../../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as reviewTextsEn } from '../../../apps/console/src/features/operators/review/texts/en.ts'
import { texts as reviewTextsTw } from '../../../apps/console/src/features/operators/review/texts/tw.ts'
import type { ReviewKind } from '../../../packages/contract/src/operators/index.ts'
import type { Lang } from '../projects.ts'
import { withOwner, type SignedInOperator } from './operators.ts'

export const queueTexts = (lang: Lang): typeof queueTw => (lang === 'tw' ? queueTw : queueEn)
export const reviewTexts = (lang: Lang): typeof reviewTextsTw =>
  lang === 'tw' ? reviewTextsTw : reviewTextsEn

export interface OpenReview {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
}

/** Waits for the open review of this kind about this member, or with this number. */
export async function reviewOf(kind: ReviewKind, of: string): Promise<OpenReview> {
  let found: OpenReview | undefined
  await expect
    .poll(async () => {
      const rows = await withOwner((db) =>
        db.query<{ reviewId: string; number: string }>(
          `SELECT id AS "reviewId", number FROM app.reviews
           WHERE kind = $1 AND (member_id::text = $2 OR number = $2) AND state IN ('waiting', 'second')`,
          [kind, of],
        ),
      )
      found = rows[0] && { ...rows[0], kind }
      return found !== undefined
    })
    .toBe(true)
  if (found === undefined) throw new Error(`nothing of ${kind} waits`)
  return found
}

const paneOf = ({ page, lang }: SignedInOperator): Locator =>
  page.getByRole('complementary', { name: queueTexts(lang).pane.label })

/** Opens it in the queue and waits until the pane shows exactly this review. */
export async function openInQueue(
  at: SignedInOperator,
  { kind, reviewId, number }: OpenReview,
): Promise<Locator> {
  await at.page.goto(`/#/queue?kind=${kind}&review=${reviewId}`)
  const pane = paneOf(at)
  await expect(pane.getByText(number, { exact: true })).toBeVisible()
  return pane
}

const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true })

/** Opens the required documents with the key V, and waits until a decision is possible. */
export async function openDocuments(at: SignedInOperator, pane: Locator): Promise<void> {
  const { pane: texts } = queueTexts(at.lang)
  await expect(pane.locator('[data-armed]')).toBeVisible()
  const opens = pane.getByRole('button', { name: texts.openAll })
  if (await opens.isVisible()) {
    await at.page.keyboard.press('v')
    await expect(opens).toHaveCount(0)
  }
}

/** The first vote is sent after its five seconds, or when the voter leaves the queue. */
export async function sendFirstVote({ page, lang }: SignedInOperator, number: string): Promise<void> {
  await page.goto('/#/account')
  await expect(toast(page, queueTexts(lang).done.first(number))).toBeVisible()
}

/** One request opens a proposal and the next signs it; a second vote counts only after both. */
const untilSigned = (reviewId: string): Promise<void> =>
  expect
    .poll(() =>
      withOwner((db) =>
        db.query(
          `SELECT v.operator_id FROM app.review_votes v
           LEFT JOIN app.review_signatures s USING (review_id, operator_id, decision)
           WHERE v.review_id = $1 AND s.review_id IS NULL`,
          [reviewId],
        ),
      ),
    )
    .toEqual([])

export async function approve(
  at: SignedInOperator,
  review: OpenReview,
  place: 'first' | 'second',
): Promise<void> {
  const { done, undo, pane: texts } = queueTexts(at.lang)
  if (place === 'second') await untilSigned(review.reviewId)
  const pane = await openInQueue(at, review)
  await openDocuments(at, pane)
  if (place === 'first') {
    const note = pane.getByPlaceholder(texts.noteNeeded)
    if (await note.isVisible()) {
      await note.fill('e2e: 銀行已電話確認')
      await note.press('Escape')
    }
    await at.page.keyboard.press('a')
    await expect(at.page.getByRole('button', { name: undo.button })).toBeVisible()
    await sendFirstVote(at, review.number)
    return
  }
  await at.page.keyboard.press('a')
  await expect(pane.getByRole('alertdialog')).toBeVisible()
  await at.page.keyboard.press('Enter')
  await expect(toast(at.page, done.passed(review.number))).toBeVisible()
}

/** Two people, each in their own console. */
export async function approveByTwo(
  operators: readonly [SignedInOperator, SignedInOperator],
  review: OpenReview,
): Promise<void> {
  await approve(operators[0], review, 'first')
  await approve(operators[1], review, 'second')
}

interface RejectOptions {
  /** The reason code; the first of the list by default. */
  readonly code?: keyof typeof queueTw.reject.codes
  /** Fills in the form fields besides the reason. */
  readonly before?: (pane: Locator) => Promise<unknown>
}

export async function reject(
  at: SignedInOperator,
  review: OpenReview,
  reason: string,
  { code, before = () => Promise.resolve() }: RejectOptions = {},
): Promise<void> {
  const texts = queueTexts(at.lang)
  const pane = await openInQueue(at, review)
  await expect(pane.locator('[data-armed]')).toBeVisible()
  await at.page.keyboard.press('r')
  const reasons = pane.getByRole('group', { name: texts.reject.title })
  await expect(reasons.getByRole('button').first()).toBeFocused()
  const chosen =
    code === undefined
      ? reasons.getByRole('button').first()
      : reasons.getByRole('button', { name: texts.reject.codes[code].name })
  await chosen.press('Enter')
  const area = pane.getByRole('textbox', { name: texts.reject.note })
  await expect(area).toBeFocused()
  await before(pane)
  await area.fill(reason)
  await area.press('Enter')
  await expect(toast(at.page, texts.done.rejected(review.number))).toBeVisible()
}

// What a test of both apps at once does at the desks: the review a member's request became, opened and decided in the
// console as an operator does it, by its keys.

import { expect, type Locator, type Page } from '@playwright/test'
import { texts as queueEn } from '../../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as wordsEn } from '../../../apps/console/src/features/operators/words/texts/en.ts'
import { texts as wordsTw } from '../../../apps/console/src/features/operators/words/texts/tw.ts'
import type { ReviewKind } from '../../../packages/contract/src/operators/index.ts'
import type { Lang } from '../projects.ts'
import { withOwner, type Seated } from './operators.ts'

export const queueTexts = (lang: Lang): typeof queueTw => (lang === 'tw' ? queueTw : queueEn)
export const reviewWords = (lang: Lang): typeof wordsTw => (lang === 'tw' ? wordsTw : wordsEn)

export interface OpenReview {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
}

/** The open review of this kind about this member, or with this number, as soon as there is one. */
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

const paneOf = ({ page, lang }: Seated): Locator =>
  page.getByRole('complementary', { name: queueTexts(lang).pane.label })

/** Opens it in the queue and waits until the pane shows this one and no other. */
export async function look(at: Seated, { kind, reviewId, number }: OpenReview): Promise<Locator> {
  await at.page.goto(`/#/queue?kind=${kind}&review=${reviewId}`)
  const pane = paneOf(at)
  await expect(pane.getByText(number, { exact: true })).toBeVisible()
  return pane
}

const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true })

export async function approve(at: Seated, review: OpenReview, place: 'first' | 'second'): Promise<void> {
  const { done, pane: texts } = queueTexts(at.lang)
  const pane = await look(at, review)
  const name = place === 'first' ? texts.approve : texts.approveSecond
  await expect(pane.getByRole('button', { name })).toBeVisible()
  await at.page.keyboard.press('a')
  await expect(
    toast(at.page, place === 'first' ? done.first(review.number) : done.passed(review.number)),
  ).toBeVisible()
}

/** Two people, each at his own desk. */
export async function approveByTwo(desks: readonly [Seated, Seated], review: OpenReview): Promise<void> {
  await approve(desks[0], review, 'first')
  await approve(desks[1], review, 'second')
}

/** `before` fills in what the form asks beside the reason. */
export async function reject(
  at: Seated,
  review: OpenReview,
  reason: string,
  before: (pane: Locator) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const texts = queueTexts(at.lang)
  const pane = await look(at, review)
  await expect(pane.getByRole('button', { name: texts.pane.reject })).toBeVisible()
  await at.page.keyboard.press('r')
  const area = pane.getByRole('textbox', { name: texts.reject.title })
  await expect(area).toBeFocused()
  await before(pane)
  await area.fill(reason)
  await area.press('Enter')
  await expect(toast(at.page, texts.done.rejected(review.number))).toBeVisible()
}

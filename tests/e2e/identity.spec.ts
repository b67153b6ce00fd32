// Identity verification from the form to the decision, with the real upload. Two operators decide through the console's
// functions, the running worker executes the decision, and the phone must be notified of it.

import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openVotes } from '../flows/support/two-operators.ts'
import { picture } from '../flows/support/pictures.ts'
import { expectFieldError, fillAndLeave, toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const path = '/user/bandCard'

function anyNumber(): string {
  const body = `A1${String(randomInt(10_000_000)).padStart(7, '0')}`
  const digits = [1, 0, ...Array.from(body.slice(1), Number)]
  const sum = digits.reduce((total, digit, at) => total + digit * [1, 9, 8, 7, 6, 5, 4, 3, 2, 1][at]!, 0)
  return body + String((10 - (sum % 10)) % 10)
}

async function give(page: Page, label: string): Promise<void> {
  await page
    .getByLabel(label, { exact: true })
    .and(page.locator('input[type=file]'))
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await picture() })
}

async function fillForm(page: Page, { identity }: Texts, number: string): Promise<void> {
  await page.getByLabel(identity.fields.name, { exact: true }).fill('林書安')
  await page.getByLabel(identity.form.number['national-id'], { exact: true }).fill(number)
  // The field inserts the hyphens.
  await page.getByLabel(identity.form.birthDate, { exact: true }).fill('19900517')
  await expect(page.getByLabel(identity.form.birthDate, { exact: true })).toHaveValue('1990-05-17')
}

async function sendWhole(page: Page, texts: Texts): Promise<void> {
  const { form, photos, review } = texts.identity
  await fillForm(page, texts, anyNumber())
  await page.getByRole('button', { name: form.next }).click()
  // What was typed survives a reload, in this tab only; the pictures do not.
  await expect(page.getByRole('heading', { name: photos.title['national-id'] })).toBeVisible()
  await page.reload()
  await expect(page.getByText('林書安')).toBeVisible()
  await give(page, photos.take.front)
  await expect(page.getByText(photos.done.front)).toBeVisible()
  await give(page, photos.take.back)
  await expect(page.getByText(photos.done.back)).toBeVisible()
  await page.getByRole('button', { name: photos.send }).click()
  await expect(page.getByRole('heading', { name: review.title })).toBeVisible()
}

test(
  'a member submits identity documents and sees when review is promised',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    test.slow()
    const { identity, messages, members } = texts
    await open('/user/usercenter')
    await page.getByRole('link', { name: members.rows.identity }).click()
    await expect(page.getByRole('heading', { name: identity.form.title })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the form')
    const number = page.getByLabel(identity.form.number['national-id'], { exact: true })
    await fillAndLeave(number, 'a123456788')
    await expect(number).toHaveValue('A123456788')
    await expectFieldError(number, messages['identity.number'])
    await page.getByRole('button', { name: identity.form.next }).click()
    await expectFieldError(page.getByLabel(identity.fields.name, { exact: true }), identity.form.required)
    await expectCleanPage(page, 'the form with field errors')

    await fillForm(page, texts, anyNumber())
    await page.getByRole('button', { name: identity.form.next }).click()
    await expect(page.getByRole('heading', { name: identity.photos.title['national-id'] })).toBeVisible()
    const send = page.getByRole('button', { name: identity.photos.send })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expectCleanPage(page, 'the pictures to take')

    // The connection breaks during the upload of the front: the picture stays, and a retry sends it.
    await page.route('**/api/vue/uploads/image', (route) => route.abort(), { times: 1 })
    await give(page, identity.photos.take.front)
    await expect(page.getByRole('alert')).toContainText(identity.photos.cut)
    await expectCleanPage(page, 'a cut line')
    await page.getByRole('button', { name: identity.photos.retry }).click()
    await expect(page.getByText(identity.photos.done.front)).toBeVisible()
    await give(page, identity.photos.take.back)
    await expect(page.getByText(identity.photos.done.back)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'both pictures')
    await send.click()
    await expect(toast(page, texts)).toContainText(messages['done.identity-sent'])
    await expect(page.getByRole('heading', { name: identity.review.title })).toBeVisible()
    await expect(page.getByText(identity.review.promised)).toBeVisible()
    await expect(page.getByText('林○安')).toBeVisible()
    await expect(toast(page, texts)).toHaveCount(0)
    await expectCleanPage(page, 'under review')
  },
)

test(
  'a member resubmits only the rejected field and is then verified',
  { tag: twoAppearances },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { identity } = texts
    const { owner, vote } = await openVotes(process.env.FAIRLOT_DATABASE_OWNER_URL!)
    try {
      await open(path)
      await sendWhole(page, texts)
      await vote(0, 'identity', member.memberId, 'reject', '請在自然光下重拍', {
        reason: 'fields-wrong',
        problems: [{ field: 'front', problem: 'glare' }],
      })
      await expect(page.getByRole('heading', { name: identity.again.title })).toBeVisible()
      await expect(page.getByText('請在自然光下重拍')).toBeVisible()
      await expect(page.getByText(`${identity.fields.front} ${identity.problems.glare}`)).toBeVisible()
      await expect(page.getByLabel(identity.fields.name, { exact: true })).toHaveCount(0)
      await expect(page.getByRole('region', { name: identity.photos.take.back })).toHaveCount(0)
      await settle(page)
      await expectCleanPage(page, 'rejected for the front')
      await give(page, identity.photos.take.front)
      await expect(page.getByText(identity.photos.done.front)).toBeVisible()
      await page.getByRole('button', { name: identity.again.send }).click()
      await expect(page.getByRole('heading', { name: identity.review.title })).toBeVisible()
      await vote(0, 'identity', member.memberId, 'approve', '')
      await vote(1, 'identity', member.memberId, 'approve', '')
      await expect(page.getByRole('heading', { name: identity.verified.title })).toBeVisible({
        timeout: 60_000,
      })
      await expect(page.getByText(identity.tiers.mine)).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'verified')
    } finally {
      await owner.end()
    }
  },
)

test(
  'a cancelled identity application shows the form again',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { identity } = texts
    await open(path)
    await sendWhole(page, texts)
    await page.getByRole('button', { name: identity.review.cancel }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(identity.review.cancelText)
    await dialog.getByRole('button', { name: identity.review.cancel }).click()
    await expect(page.getByText(identity.reasons.cancelled)).toBeVisible()
    await expect(page.getByRole('heading', { name: identity.form.title })).toBeVisible()
  },
)

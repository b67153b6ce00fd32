// Deposits as the member sees them, while the bank is open (support/bank-hours.ts) and while it is closed. The console
// tests cover the decisions of operators.

import { picture } from '../flows/support/pictures.ts'
import { alterData } from './support/alter-data.ts'
import { bankIs } from './support/bank-hours.ts'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { uploadPicture } from './support/money.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

interface Offer {
  readonly channels: readonly { channelId: string; currency: string; state: string; needsPassword: boolean }[]
  readonly isOpen: boolean
}

test(
  'a deposit is sent once although upload and response fail',
  { tag: everyAppearance },
  async ({ page, texts, open }) => {
    test.slow()
    const { deposits, uploads, fundComponents, shell } = texts
    const { form } = deposits
    const session = await open('/user/usercenter')
    const offer = await callApi<Offer>(page.context().request, '/deposits/channels', {}, { session })
    const channel = offer.channels.find(
      ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
    )
    await page.getByRole('link', { name: texts.members.deposit, exact: true }).click()
    await expect(page.getByText(deposits.simulated)).toBeVisible()
    expect(offer.isOpen).toBe(true)
    await expect(page.getByText(deposits.hours.open)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the ways to pay in')

    await page.goto(`/#/user/recharge?channel=${channel?.channelId ?? ''}`)
    const amount = page.getByLabel(fundComponents.amount, { exact: true })
    await amount.fill('1')
    await expect(page.getByText(form.todo.low('NT$1,000.00')).first()).toBeVisible()
    await amount.fill('50000')
    await page.getByText(form.account, { exact: true }).click()
    await expect(amount).toHaveValue('50,000')
    for (const part of [form.bank, form.holder, form.number, form.reference])
      await expect(page.getByRole('button', { name: form.copy(part) })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the form before the receipt')

    let cuts = 1
    await page.route('**/uploads/image', (route) => (cuts-- > 0 ? route.abort() : route.continue()))
    await page
      .getByLabel(form.take)
      .and(page.locator('input[type=file]'))
      .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await picture() })
    await expect(page.getByText(uploads.cut)).toBeVisible()
    await expectCleanPage(page, 'a receipt that did not go up')
    await page.getByRole('button', { name: uploads.retry }).click()
    await expect(page.getByText(/receipt\.jpg/)).toBeVisible()
    await expect(page.getByText(uploads.cut)).toHaveCount(0)
    await expect(page.getByRole('img', { name: uploads.preview })).toBeVisible()

    // The response is lost once; the retry uses the same key, and there is one deposit.
    let lost = 1
    await page.route('**/deposits/create', async (route) => {
      if (lost-- <= 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    const send = page.getByRole('button', { name: form.send('NT$50,000.00') })
    await send.click()
    await expect(page.getByText(form.unanswered)).toBeVisible()
    await send.click()
    await expect(page.getByRole('heading', { name: shell.titles.depositProgress })).toBeVisible()
    await expect(page.getByText(deposits.detail.waiting)).toBeVisible()
    await expect(toast(page, texts)).toHaveCount(0)
    await settle(page)
    await expectCleanPage(page, 'a deposit in review')
    const { deposits: made } = await callApi<{ deposits: unknown[] }>(
      page.context().request,
      '/deposits/list',
      {},
      { session },
    )
    expect(made).toHaveLength(1)
    await page.getByRole('button', { name: deposits.detail.cancel }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: deposits.detail.taking.yes }).click()
    await expect(page.getByText(deposits.states.rejected, { exact: true })).toBeVisible()
    await expect(page.getByText(new RegExp(deposits.rejectionReasons.cancelled))).toBeVisible()
  },
)

test.describe('on a Sunday', () => {
  test.use({ extraHTTPHeaders: bankIs('closed') })

  test(
    'deposits show the next opening time and are refused',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts, open }) => {
      const { deposits, fundComponents } = texts
      const session = await open('/user/rechargeChannel')
      await expect(page.getByText(deposits.hours.closed)).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'the ways to pay in while the bank is closed')
      // The hours are those of the rule, not of a text.
      await alterData(page, '/deposits/channels', (data) => {
        data.hours = { open: '00:10', close: '23:50' }
      })
      await page.goto('/?hours=1#/user/rechargeChannel')
      await expect(page.getByText(deposits.hours.weekdays('00:10', '23:50'))).toBeVisible()
      await page.unroute('**/api/vue/deposits/channels')
      const { request } = page.context()
      const offer = await callApi<Offer>(request, '/deposits/channels', {}, { session })
      const { channelId } = offer.channels.find(({ currency }) => currency === 'TWD')!
      await page.goto(`/#/user/recharge?channel=${channelId}`)
      await page.getByLabel(fundComponents.amount, { exact: true }).fill('50000')
      // Monday, 16 November, 09:30.
      const opens = page.getByRole('button', { name: /11\/16.*09:30|16 Nov.*09:30|09:30/ }).last()
      await expect(opens).toHaveAttribute('aria-disabled', 'true')
      await settle(page)
      await expectCleanPage(page, 'the form while the bank is closed')
      const sent = callApi(
        request,
        '/deposits/create',
        { channelId, amount: '5000000', receipt: await uploadPicture(request, session) },
        { session, key: true },
      )
      await expect(sent).rejects.toThrow('time.outside-deposit')
    },
  )
})

test(
  'a removed channel shows a message and links to the others',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { form } = texts.deposits
    await open('/user/recharge?channel=01890000-0000-7000-8000-000000000000')
    await expect(page.getByText(form.gone)).toBeVisible()
    await page.getByRole('link', { name: form.choose }).click()
    await expect(page.getByText(texts.deposits.rule)).toBeVisible()
  },
)

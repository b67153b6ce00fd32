import { expectGoodLook, settle } from './support/looks.ts'
import { everyLook, expect, test } from './support/test.ts'

test.describe('ledger lines', () => {
  test(
    'the lines are added up on the phone and match the balance',
    { tag: everyLook },
    async ({ page, texts, open }) => {
      const { funds } = texts
      await open()
      await page.getByRole('button', { name: texts.members.ledger }).click()
      const sheet = page.getByRole('dialog', { name: funds.title })
      await expect(sheet.getByText(funds.verdict.addsUp)).toBeVisible()
      await expect(sheet.getByText(funds.events['practice-grant'] ?? '')).toBeVisible()
      await expect(sheet.getByText('+10,000,000.00')).toBeVisible()
      await expect(sheet.getByText(funds.addsUp(1))).toBeVisible()
      await expectGoodLook(page, 'the ledger lines')
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
    },
  )

  test('lines that do not add up are called out, not smoothed over', async ({ page, texts, open }) => {
    await open()
    await settle(page)
    await page.route('**/funds/ledgerLines', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { balance: string } }
      body.data.balance = String(BigInt(body.data.balance) + 1n)
      await route.fulfill({ response, json: body })
    })
    await page.getByRole('button', { name: texts.members.ledger }).click()
    const sheet = page.getByRole('dialog', { name: texts.funds.title })
    await expect(sheet.getByText(texts.funds.verdict.mismatch, { exact: true })).toBeVisible()
    await expect(sheet.getByText(texts.funds.mismatch)).toBeVisible()
    await expect(sheet.getByText(/^[-−]0\.01$/)).toBeVisible()
    await expectGoodLook(page, 'lines that do not add up')
  })

  test('a failed load says so and can be tried again', async ({ page, texts, open }) => {
    await open()
    await settle(page)
    let fails = true
    await page.route('**/funds/ledgerLines', (route) => (fails ? route.abort() : route.continue()))
    await page.getByRole('button', { name: texts.members.ledger }).click()
    const sheet = page.getByRole('dialog', { name: texts.funds.title })
    await expect(sheet.getByText(texts.shell.readFailed.title)).toBeVisible()
    await expectGoodLook(page, 'lines that did not load')
    fails = false
    await sheet.getByRole('button', { name: texts.shell.retry }).click()
    await expect(sheet.getByText(texts.funds.verdict.addsUp)).toBeVisible()
  })
})

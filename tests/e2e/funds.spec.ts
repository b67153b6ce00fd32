import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import { apiOf, moneyText } from './support/trading.ts'

test.describe('ledger lines', () => {
  test(
    'the phone adds up the ledger lines and matches the balance',
    { tag: everyAppearance },
    async ({ page, texts, open }) => {
      const { funds } = texts
      await open()
      await page.getByRole('button', { name: texts.members.ledger }).click()
      const sheet = page.getByRole('dialog', { name: funds.title })
      await expect(sheet.getByText(funds.verdict.addsUp)).toBeVisible()
      await expect(sheet.getByText(funds.events['practice-grant'] ?? '')).toBeVisible()
      await expect(sheet.getByText('+10,000,000.00')).toBeVisible()
      await expect(sheet.getByText(funds.addsUp(1))).toBeVisible()
      await expectCleanPage(page, 'the ledger lines')
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
    },
  )

  test(
    'lines that do not match the balance show the difference',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
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
      await expectCleanPage(page, 'lines that do not add up')
    },
  )

  test(
    'a failed load shows an error and can be retried',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      await open()
      await settle(page)
      let fails = true
      await page.route('**/funds/ledgerLines', (route) => (fails ? route.abort() : route.continue()))
      await page.getByRole('button', { name: texts.members.ledger }).click()
      const sheet = page.getByRole('dialog', { name: texts.funds.title })
      await expect(sheet.getByText(texts.shell.readFailed.title)).toBeVisible()
      await expectCleanPage(page, 'lines that did not load')
      fails = false
      await sheet.getByRole('button', { name: texts.shell.retry }).click()
      await expect(sheet.getByText(texts.funds.verdict.addsUp)).toBeVisible()
    },
  )
})

test.describe('fund record', () => {
  test(
    'the fund record opens each event, and the month adds up',
    { tag: everyAppearance },
    async ({ page, texts, open }) => {
      test.slow()
      const { entry, events } = texts.funds
      const api = apiOf(page, await open('/user/language'))
      const held = await hold(api, { symbol: '2885' })
      await page.goto('/?funds#/user/FundingDetails')
      await settle(page)
      const panel = page.getByRole('tabpanel')
      const fill = panel.getByRole('link').filter({ hasText: events['trade.open-long'] ?? '' })
      await expect(fill).toContainText('2885')
      // A hold is no row of its own: the purchase shows what it cost.
      await expect(panel.getByRole('link').filter({ hasText: events['order.held'] ?? '' })).toHaveCount(0)
      const cost = BigInt(held.openedValue) + BigInt(held.openFee)
      await expect(fill).toContainText(moneyText(-cost))

      // Start, stored value, withdrawals and trading add up to the cash.
      const figures = await page.locator('dl dd').allInnerTexts()
      const cents = figures
        .slice(0, 5)
        .map((text) => BigInt(text.replaceAll(/[^\d−]/g, '').replace('−', '-')))
      const [start = 0n, stored = 0n, out = 0n, trades = 0n, now = 0n] = cents
      expect(start + stored + out + trades).toBe(now)
      const account = await api.account()
      expect(now).toBe(BigInt(account.buyingPower) + BigInt(account.terms.held))
      expect(trades).toBe(-cost)
      await expectCleanPage(page, 'the fund record')

      await fill.click()
      // Value and fee as lines that add up to the change, shares in their own unit.
      await expect(page.getByText(entry.value.buy)).toBeVisible()
      await expect(page.getByText(moneyText(-BigInt(held.openedValue)), { exact: true })).toBeVisible()
      await expect(page.getByText(moneyText(-BigInt(held.openFee)), { exact: true })).toBeVisible()
      await expect(page.getByText(entry.inShares('+1,000'), { exact: true })).toBeVisible()
      await settle(page)
      const table = page.getByRole('table')
      // Held cash pays, and shares come in.
      await expect(table.getByRole('row').filter({ hasText: entry.shares('2885') })).toContainText('+1,000')
      await expect(page.getByText(entry.order)).toBeVisible()
      await expect(page.getByText(entry.posted, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: texts.shell.copy.copy })).toBeVisible()
      await expectCleanPage(page, 'one entry')
    },
  )

  test(
    'stored value and withdrawals have their own tabs',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts, open }) => {
      const { record, events } = texts.funds
      await open('/user/FundingDetails')
      await page.getByRole('tab', { name: record.tabs['stored-value'] }).click()
      const grant = page.getByRole('link').filter({ hasText: events['practice-grant'] ?? '' })
      await expect(grant).toContainText(`+${moneyText('1000000000')}`)
      await expectCleanPage(page, 'stored value')
      await page.getByRole('tab', { name: record.tabs.withdrawal }).click()
      await expect(page.getByText(texts.shell.nothing)).toBeVisible()
      await expect(page.getByText(record.none.withdrawal)).toBeVisible()
      await expectCleanPage(page, 'no withdrawal')
      await page.getByRole('tab', { name: record.tabs.transaction }).click()
      await expect(page.getByText(record.none.transaction)).toBeVisible()
    },
  )

  test('the fund record updates while it is open', { tag: proveOnly }, async ({ page, texts, open }) => {
    const api = apiOf(page, await open('/user/FundingDetails?tab=transaction'))
    await expect(page.getByText(texts.funds.record.none.transaction)).toBeVisible()
    await hold(api, { symbol: '2885' })
    const fill = page.getByRole('link').filter({ hasText: texts.funds.events['trade.open-long'] ?? '' })
    await expect(fill).toBeVisible()
  })

  test('the fund record links to the balance check', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open('/user/FundingDetails')
    await page.getByRole('link', { name: texts.funds.record.proof }).click()
    await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.balanceProof })).toBeVisible()
  })
})

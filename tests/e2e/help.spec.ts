// The help on the running app: found from Mine and About, searched, and with the figures of the rules in force.

import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

const RULE = 'fee.brokerageMinOdd'

test('a help page shows the value of a rule in force', { tag: everyAppearance }, async ({ page, texts }) => {
  const { help } = texts
  // An operator has changed the rule: the page must not have its old value.
  await page.route('**/site/rules', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { rules: { rule: string; value: number }[] } }
    for (const rule of body.data.rules) if (rule.rule === RULE) rule.value = 777
    await route.fulfill({ response, json: body })
  })
  await page.goto('/#/user/aboutUs?view=help&page=odd-lots')
  await expect(page.getByRole('heading', { level: 2, name: help.pages['odd-lots'] })).toBeVisible()
  const table = page.getByRole('table', { name: help.compared })
  await expect(table.getByText('NT$7.77', { exact: true })).toBeVisible()
  await expectCleanPage(page, 'a help page')
  const listed = page.getByRole('region', { name: help.rules }).getByRole('link', { name: RULE })
  await expect(listed).toContainText('NT$7.77')
  await listed.click()
  await expect(page).toHaveURL(/view=rules&rule=fee\.brokerageMinOdd$/)
  await expect(page.getByRole('button', { name: RULE })).toHaveAttribute('aria-expanded', 'true')
})

test(
  'Mine and About lead to the help, which finds sentences',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, open, texts }) => {
    const { help, shell } = texts
    await open('/user/usercenter')
    await page.getByRole('link', { name: shell.titles.help, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.help })).toBeVisible()
    for (const title of Object.values(help.chapters))
      await expect(page.getByRole('region', { name: title })).toBeVisible()
    // In no title and no lead, only in the body of one page.
    await page.getByRole('searchbox', { name: help.search }).fill('IFSC')
    await expect(page.getByRole('link', { name: help.pages['bank-accounts'] })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: help.found(1) })).toBeAttached()
    await page.getByRole('searchbox', { name: help.search }).fill('zzzz')
    await expect(page.getByText(help.none('zzzz')).last()).toBeVisible()
    await page.goto('/#/user/aboutUs')
    await expect(page.getByRole('link', { name: shell.titles.help, exact: true })).toBeVisible()
  },
)

test(
  'a screen leads to its help page, and back',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, open, texts }) => {
    const { help, shell } = texts
    await open('/user/BankCard')
    await page.getByRole('link', { name: shell.help, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: help.pages['bank-accounts'] })).toBeVisible()
    await page.getByRole('link', { name: help.pages.withdrawals, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: help.pages.withdrawals })).toBeVisible()
    await settle(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('link', { name: help.open(shell.titles.withdraw) }).click()
    await expect(page).toHaveURL(/#\/user\/withdraw$/)
  },
)

test('an unknown help page says so and leads to all pages', { tag: proveOnly }, async ({ page, texts }) => {
  await page.goto('/#/user/aboutUs?view=help&page=toString')
  await expect(page.getByText(texts.help.unknown)).toBeVisible()
  await page.getByRole('link', { name: texts.help.all }).click()
  await expect(page).toHaveURL(/view=help$/)
})

// Limit lists, the map of the sectors and the screener on the running market.

import type { Locator, Page } from '@playwright/test'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { everyAppearance, expect, proveOnly, test } from './support/test.ts'
import type { Texts } from './support/texts.ts'

interface Sector {
  readonly nameTw: string
  readonly nameEn: string
  readonly count: number
}

const openTab = async (page: Page, query: string): Promise<void> => {
  await page.goto(`/#/market/market?${query}`)
  await settle(page)
}

const symbolsOf = (list: Locator): Promise<string[]> =>
  list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href.split('symbol=')[1] ?? ''))

const conditionsSheet = (page: Page, { screener }: Texts): Locator =>
  page.getByRole('dialog', { name: screener.edit })

test(
  'the limit lists show their rule and their stocks, or none',
  { tag: proveOnly },
  async ({ page, texts, request }) => {
    const { lists } = texts
    await openTab(page, 'tab=listed')
    for (const ranking of ['limit-up', 'limit-down'] as const) {
      await page
        .getByRole('group', { name: lists.chips })
        .getByRole('button', { name: lists.rankings[ranking], exact: true })
        .click()
      await expect(page.getByText(lists.rules[ranking])).toBeVisible()
      const { total } = await callApi<{ total: number }>(request, '/market/listQuotes', {
        board: 'listed',
        ranking,
        from: 0,
        count: 1,
      })
      const list = page.getByRole('list', { name: lists.list(lists.boards.listed, lists.rankings[ranking]) })
      if (total > 0) await expect(list.getByRole('listitem').first()).toBeVisible()
      else await expect(page.getByText(lists.none[ranking] ?? '')).toBeVisible()
    }
  },
)

test(
  'a sector of the map shows its stocks and opens the screener',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, request, lang }) => {
    const { sectors: words, screener } = texts
    const { sectors } = await callApi<{ sectors: Sector[] }>(request, '/market/listSectors', {})
    await page.goto('/#/market/market')
    await settle(page)
    await page.getByRole('tab', { name: texts.lists.boards.sectors }).click()
    await expect(page).toHaveURL(/tab=sectors/)
    const tiles = page.getByRole('list', { name: words.map }).getByRole('button')
    await expect(tiles.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(words.rule)).toBeVisible()
    await expectCleanPage(page, 'the sectors')
    await tiles.nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(tiles.nth(1)).toHaveAttribute('aria-pressed', 'true')
    const spoken = await tiles.nth(1).locator('.visually-hidden').textContent()
    const chosen = sectors.find(({ nameTw, nameEn }) => spoken?.startsWith(lang === 'tw' ? nameTw : nameEn))
    const name = (lang === 'tw' ? chosen?.nameTw : chosen?.nameEn) ?? ''
    const stocks = page.getByRole('region', { name: words.leaders(name) })
    await expect(stocks.getByRole('listitem').first()).toBeVisible()
    await stocks.getByRole('link', { name: words.openAll(name, chosen?.count ?? 0) }).click()
    await expect(page.getByText(screener.result(chosen?.count ?? 0), { exact: false }).first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('list', { name: words.map })).toBeVisible()
  },
)

test(
  'the screener applies, sorts, shares and removes its conditions',
  { tag: everyAppearance },
  async ({ page, texts, request }) => {
    const { screener } = texts
    await openTab(page, 'tab=screener')
    await page.getByRole('button', { name: screener.edit }).click()
    const sheet = conditionsSheet(page, texts)
    await sheet.getByRole('radio', { name: screener.kinds.stock }).check({ force: true })
    await sheet.getByRole('textbox', { name: screener.from('price') }).fill('500')
    await sheet.getByRole('textbox', { name: screener.to('price') }).fill('100')
    await sheet.getByRole('button', { name: screener.apply }).click()
    await expect(sheet.getByText(screener.order)).toBeVisible()
    await sheet.getByRole('textbox', { name: screener.to('price') }).fill('')
    await expectCleanPage(page, 'the conditions')
    await sheet.getByRole('button', { name: screener.apply }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/price=500\.\.&kind=stock/)
    await expectCleanPage(page, 'the screener')
    const list = page.getByRole('list', { name: screener.list })
    const answer = await callApi<{ rows: { symbol: string }[] }>(request, '/market/listQuotes', {
      board: 'any',
      ranking: 'all',
      sort: { by: 'symbol', descending: false },
      screen: { price: { from: 50_000 }, kind: 'stock' },
      from: 0,
      count: 5,
    })
    await page
      .getByRole('group', { name: screener.sort })
      .getByRole('button', { name: screener.sortings.symbol })
      .click()
    await expect
      .poll(async () => (await symbolsOf(list)).slice(0, 2))
      .toEqual(answer.rows.slice(0, 2).map(({ symbol }) => symbol))
    const condition = screener.range('price', '500', '')
    await page.reload()
    await page.getByRole('button', { name: screener.remove(condition) }).click()
    await expect(page).not.toHaveURL(/price=/)
    await expect(page).toHaveURL(/kind=stock/)
  },
)

test(
  'a member saves a screen, opens it again and deletes it',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { screener } = texts
    await open('/market/market?tab=screener&limit=up')
    await settle(page)
    await page.getByRole('button', { name: screener.save }).click()
    const sheet = page.getByRole('dialog', { name: screener.save })
    await sheet.getByRole('button', { name: screener.save }).click()
    await expect(sheet.getByText(screener.required)).toBeVisible()
    await sheet.getByRole('textbox', { name: screener.name }).fill('my limits')
    await sheet.getByRole('button', { name: screener.save }).click()
    await expect(toast(page, texts)).toContainText(screener.savedToast)
    const saved = page
      .getByRole('region', { name: screener.saved })
      .getByRole('button', { name: /my limits/ })
    await expect(saved).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: screener.clear }).click()
    await expect(saved).toHaveAttribute('aria-pressed', 'false')
    await saved.click()
    await expect(page).toHaveURL(/limit=up/)
    // The toast lies over the tabs.
    await expect(page.getByText(screener.savedToast)).toBeHidden()
    await expectCleanPage(page, 'a saved screen')
    await page.getByRole('button', { name: screener.delete }).click()
    await expect(saved).toBeHidden()
  },
)

test('the star of a match adds it to the watch list', { tag: proveOnly }, async ({ page, texts, open }) => {
  const { favourites } = texts
  const session = await open('/market/market?tab=screener&kind=etf&sort=symbol&order=ascending')
  await settle(page)
  const row = page.getByRole('list', { name: texts.screener.list }).getByRole('listitem').first()
  await row.getByRole('button', { name: new RegExp(favourites.add) }).click()
  await expect(toast(page, texts)).toContainText(favourites.added)
  const watched = await callApi<{ symbols: string[] }>(
    page.context().request,
    '/favourites/listGroups',
    {},
    { session },
  )
  expect(watched.symbols).toEqual(await symbolsOf(row))
})

test('the menu and the tabs return to the conditions', { tag: proveOnly }, async ({ page, texts }) => {
  await openTab(page, 'tab=screener&limit=down')
  const menu = page.getByRole('navigation', { name: texts.shell.tabs.label })
  await menu.getByRole('link', { name: texts.shell.tabs.home }).click()
  await expect(page).toHaveURL(/#\/home\/index$/)
  await menu.getByRole('link', { name: texts.shell.tabs.market }).click()
  const condition = page.getByRole('button', { name: texts.screener.remove(texts.screener.limits.down) })
  await expect(condition).toBeVisible()
  await page.getByRole('tab', { name: texts.lists.boards.otc }).click()
  await expect(condition).toBeHidden()
  await page.getByRole('tab', { name: texts.lists.boards.screener }).click()
  await expect(condition).toBeVisible()
})

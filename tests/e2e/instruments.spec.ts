// Search on the running market: by code, Chinese and English name, while typing, with a history kept on this phone.

import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, signIn } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

test(
  'search finds a stock by code, Chinese and English name',
  { tag: twoAppearances },
  async ({ page, texts }) => {
    const { instruments } = texts
    await page.goto('/#/home/searchIndex')
    const box = page.getByRole('searchbox', { name: instruments.label })
    await expect(box).toBeFocused()
    const first = page.getByRole('region', { name: instruments.stocks }).getByRole('listitem').first()
    for (const typed of ['2330', '台積', 'tsmc', '２３３０']) {
      await box.fill(typed)
      await expect(first.getByRole('link')).toHaveAttribute('href', /symbol=2330$/)
    }
    await expect(first.locator('mark')).toHaveText('2330')
  },
)

test(
  'one field finds rules, help and stocks, by keyboard too',
  { tag: everyAppearance },
  async ({ page, texts, lang }) => {
    const { label, groups, filters, kinds } = texts.instruments
    const typed = lang === 'tw' ? '零股' : 'odd lot'
    await page.goto('/#/home/searchIndex')
    const box = page.getByRole('searchbox', { name: label })
    await box.fill(typed)
    const help = page.getByRole('region', { name: groups.help })
    await expect(help.getByRole('link', { name: texts.help.pages['odd-lots'] })).toBeVisible()
    await expect(page.getByRole('region', { name: groups.rules }).getByRole('link').first()).toBeVisible()
    await box.press('ArrowDown')
    await expect(page.locator('li a:focus')).toHaveCount(1)
    await page.keyboard.press('ArrowUp')
    await expect(box).toBeFocused()
    await box.press('Enter')
    await expect(page).toHaveURL(/#\/home\/search\?q=/)
    await settle(page)
    await expect(help).toBeVisible()
    await expectCleanPage(page, 'a search over everything')
    const chips = page.getByRole('group', { name: kinds })
    await chips.getByRole('button', { name: filters.rules }).click()
    await expect(help).toHaveCount(0)
    const shown = page.getByRole('region', { name: groups.rules }).getByRole('listitem')
    const count = /\d+$/.exec(
      (await chips.getByRole('button', { name: filters.rules }).textContent()) ?? '',
    )?.[0]
    await expect(shown).toHaveCount(Number(count))
    await shown.first().getByRole('link').click()
    await expect(page).toHaveURL(/view=rules&rule=/)
  },
)

test(
  'each search filter shows its true number of matches',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts }) => {
    const { filters, kinds, etf } = texts.instruments
    await page.goto(`/#/home/search?q=${encodeURIComponent('元大')}`)
    await settle(page)
    const chips = page.getByRole('group', { name: kinds })
    await expect(chips.getByRole('button', { name: filters.all })).toHaveAttribute('aria-pressed', 'true')
    await chips.getByRole('button', { name: filters.etf }).click()
    const funds = page.getByRole('region', { name: etf }).getByRole('listitem')
    const count = Number(
      /\d+$/.exec((await chips.getByRole('button', { name: filters.etf }).textContent()) ?? '')?.[0],
    )
    expect(count).toBeGreaterThan(0)
    await expect(funds).toHaveCount(count)
    await expect(page.getByRole('region', { name: texts.instruments.stocks })).toHaveCount(0)
    await expectCleanPage(page, 'search results')
  },
)

test(
  'a search without matches suggests similar instruments',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts }) => {
    const { none, noneText, near } = texts.instruments
    await page.goto('/#/home/search?q=tsla')
    await expect(page.getByRole('heading', { name: none('tsla') })).toBeVisible()
    await expect(page.getByText(noneText)).toBeVisible()
    await expect(page.getByRole('region', { name: near }).getByRole('listitem').first()).toBeVisible()
    await expectCleanPage(page, 'nothing found')
    // While typing too, and for a name with a wrong character.
    await page.goto('/#/home/searchIndex')
    await page.getByRole('searchbox', { name: texts.instruments.label }).fill('台績電')
    await expect(page.getByRole('heading', { name: none('台績電') })).toBeVisible()
    const meant = page.getByRole('region', { name: near }).getByRole('listitem')
    await expect(meant.filter({ hasText: '2330' })).toBeVisible()
  },
)

test(
  'search history is kept on the phone and can be cleared',
  { tag: proveOnly },
  async ({ page, texts }) => {
    const { label, recent, forgetSpoken } = texts.instruments
    await page.goto('/#/home/searchIndex')
    const box = page.getByRole('searchbox', { name: label })
    for (const typed of ['鴻海', '長榮']) {
      await box.fill(typed)
      await box.press('Enter')
      await expect(page).toHaveURL(/#\/home\/search\?q=/)
      await page.goto('/#/home/searchIndex')
    }
    const history = page.getByRole('region', { name: recent })
    await expect(history.getByRole('button', { name: /鴻海|長榮/ })).toHaveText(['長榮', '鴻海'])
    await history.getByRole('button', { name: '鴻海' }).click()
    await expect(box).toHaveValue('鴻海')
    await box.fill('')
    await page.reload()
    await expect(history).toBeVisible()
    await page.getByRole('button', { name: forgetSpoken }).click()
    await expect(history).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('search-history'))).toBeNull()
  },
)

test('logging out clears the search history', { tag: proveOnly }, async ({ page, texts, open }) => {
  await open('/home/searchIndex')
  const box = page.getByRole('searchbox', { name: texts.instruments.label })
  await box.fill('鴻海')
  await box.press('Enter')
  await expect(page).toHaveURL(/#\/home\/search\?q=/)
  await page.goto('/#/user/setting')
  await page.getByRole('button', { name: texts.members.setting.logOut }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: texts.members.setting.logOut }).click()
  await expect(page).not.toHaveURL(/setting/)
  expect(await page.evaluate(() => localStorage.getItem('search-history'))).toBeNull()
})

test(
  'the most viewed stocks show how many members viewed them',
  { tag: proveOnly },
  async ({ page, texts, member, request }) => {
    const session = await signIn(request, member)
    for (let time = 0; time < 3; time += 1)
      await callApi(request, '/stock/recordView', { symbol: '1101' }, { session })
    const viewed = await callApi<{ symbol: string; members: number }[]>(request, '/stock/listViewed', {})
    const counted = viewed.find(({ symbol }) => symbol === '1101')
    if (counted === undefined || viewed.indexOf(counted) >= 10) return
    await page.goto('/#/home/searchIndex')
    const region = page.getByRole('region', { name: texts.instruments.viewed })
    await expect(region.getByRole('button').first()).toContainText(
      texts.instruments.members(viewed[0]?.members ?? 0),
    )
  },
)

test(
  'a guest logs in to watch a search result and returns',
  { tag: proveOnly },
  async ({ page, texts, member }) => {
    const path = '/home/search?q=2412'
    await page.goto(`/#${path}`)
    const star = page.getByRole('button', { name: new RegExp(`^${texts.favourites.add}`) })
    await star.first().click()
    await expect(page).toHaveURL(/#\/login\/login$/)
    const { logIn } = await import('./support/fields.ts')
    await logIn(page, texts, member)
    await expect(page).toHaveURL(/#\/home\/search\?q=2412$/)
    await star.first().click()
    await expect(
      page.getByRole('button', { name: new RegExp(`^${texts.favourites.remove}`) }).first(),
    ).toHaveAttribute('aria-pressed', 'true')
  },
)

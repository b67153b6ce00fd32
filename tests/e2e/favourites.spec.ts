// The watch list on the running market: add, group, reorder by drag and by key, remove; alerts that fire.

import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, type Session } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const watch = async (request: APIRequestContext, session: Session, symbols: readonly string[]) => {
  for (const symbol of symbols) await callApi(request, '/favourites/addFavourite', { symbol }, { session })
}

const watchedOnServer = async (request: APIRequestContext, session: Session) =>
  callApi<{ symbols: string[]; groups: { name: string; symbols: string[] }[] }>(
    request,
    '/favourites/listGroups',
    {},
    { session },
  )

const list = (page: Page, { favourites }: Texts, group?: string): Locator =>
  page.getByRole('list', { name: favourites.list(group ?? favourites.all) })

const symbolsOf = (rows: Locator): Promise<string[]> =>
  rows
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href.split('symbol=')[1] ?? ''))

const symbols = ['2317', '2330', '2454', '0050']

test(
  'an empty watch list shows how to begin',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    await open('/market/favo')
    await expect(page.getByText(texts.shell.nothing)).toBeVisible()
    await expect(page.getByRole('link', { name: texts.favourites.search })).toBeVisible()
    await expect(
      page.getByRole('region', { name: texts.favourites.start }).getByRole('button').first(),
    ).toBeVisible()
    await expectCleanPage(page, 'an empty watch list')
  },
)

test(
  'the watch list shows the member’s order or a sorted one',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    const session = await open('/user/language')
    await watch(page.context().request, session, symbols)
    await page.goto('/?again#/market/favo')
    const rows = list(page, texts)
    await expect(rows.getByRole('listitem')).toHaveCount(4)
    expect(await symbolsOf(rows)).toEqual(symbols)
    await expectCleanPage(page, 'the watch list')
    await page.getByRole('button', { name: texts.favourites.sort.mine }).click()
    await page.getByRole('radio', { name: texts.favourites.sort['price-down'] }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // 2454 is by far the most expensive of the four and 0050 the cheapest: no day's move changes that.
    await expect.poll(async () => (await symbolsOf(rows))[0]).toBe('2454')
    expect((await symbolsOf(rows)).at(-1)).toBe('0050')
  },
)

test(
  'the watch list is a tab of the market',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open }) => {
    const session = await open('/user/language')
    await watch(page.context().request, session, symbols)
    await page.goto('/?again#/market/market')
    await settle(page)
    await page.getByRole('tab', { name: texts.lists.boards.watch }).click()
    await expect(list(page, texts).getByRole('listitem')).toHaveCount(4)
  },
)

test(
  'dragging, keys and a button reorder the watch list on the server',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const session = await open('/user/language')
    const { request } = page.context()
    await watch(request, session, symbols)
    await page.goto('/?again#/market/favo')
    await expect(list(page, texts).getByRole('listitem')).toHaveCount(4)
    await page.getByRole('button', { name: texts.favourites.editOpen }).click()
    // By key: the first item moves one down.
    const handle = (place: number) =>
      page.getByRole('button', {
        name: new RegExp(texts.manage.edit.handle('.*', place, symbols.length).replaceAll('+', '\\+')),
      })
    await handle(1).focus()
    await handle(1).press('ArrowDown')
    await expect
      .poll(async () => (await watchedOnServer(request, session)).symbols)
      .toEqual(['2330', '2317', '2454', '0050'])

    // By touch: the last item moves to the top.
    const from = await handle(4).boundingBox()
    const to = await handle(1).boundingBox()
    if (from === null || to === null) throw new Error('the handles are not drawn')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 - 4, { steps: 8 })
    await page.mouse.up()
    await expect
      .poll(async () => (await watchedOnServer(request, session)).symbols)
      .toEqual(['0050', '2330', '2317', '2454'])

    // By its own button: the last item moves to the top.
    await page
      .getByRole('button', { name: new RegExp(texts.manage.edit.toTop('.*')) })
      .last()
      .click()
    await expect.poll(async () => (await watchedOnServer(request, session)).symbols[0]).toBe('2454')
    await expectCleanPage(page, 'editing the watch list')
    await page.getByRole('button', { name: texts.manage.edit.done }).click()
    await expect.poll(() => symbolsOf(list(page, texts))).toEqual(['2454', '0050', '2330', '2317'])
  },
)

test(
  'watch list groups can be created, filled, renamed and removed',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    const { favourites, manage } = texts
    const session = await open('/user/language')
    const { request } = page.context()
    await watch(request, session, symbols)
    await page.goto('/?again#/market/favo')
    await expect(list(page, texts).getByRole('listitem')).toHaveCount(4)

    await page.getByRole('button', { name: favourites.newGroup }).click()
    const name = page.getByRole('textbox', { name: manage.group.name })
    await page.getByRole('button', { name: manage.group.save }).click()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Chips')
    await page.getByRole('button', { name: manage.group.save }).click()
    await expect(page.getByRole('tab', { name: /Chips/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText(favourites.groupEmpty)).toBeVisible()
    await page.getByRole('button', { name: favourites.addStock }).click()
    await expect(page).toHaveURL(/searchIndex/)
    await page.goBack()

    await page.getByRole('tab', { name: favourites.all }).click()
    await page.getByRole('button', { name: favourites.editOpen }).click()
    await page.getByRole('checkbox').nth(1).check({ force: true })
    await page.getByRole('checkbox').nth(2).check({ force: true })
    await page.getByRole('button', { name: manage.edit.toGroup }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Chips/ }).click()
    await expect
      .poll(async () => (await watchedOnServer(request, session)).groups[0]?.symbols)
      .toEqual(['2330', '2454'])

    await page.getByRole('tab', { name: 'Chips' }).click()
    await page.getByRole('checkbox').first().check({ force: true })
    await page.getByRole('button', { name: manage.edit.removeFromGroup(1) }).click()
    await expect
      .poll(async () => (await watchedOnServer(request, session)).groups[0]?.symbols)
      .toEqual(['2454'])
    expect((await watchedOnServer(request, session)).symbols).toHaveLength(4)

    await page.getByRole('button', { name: manage.edit.rename }).click()
    await page.getByRole('textbox', { name: manage.group.name }).fill('Silicon')
    await page.getByRole('button', { name: manage.group.save }).click()
    await expect(page.getByRole('tab', { name: 'Silicon' })).toBeVisible()
    await page.getByRole('button', { name: manage.edit.removeGroup }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: manage.edit.removeGroup }).click()
    await expect(page.getByRole('tab', { name: 'Silicon' })).toHaveCount(0)

    await page.getByRole('button', { name: manage.edit.selectAll }).click()
    await page.getByRole('button', { name: manage.edit.removeAll(4) }).click()
    await expect.poll(async () => (await watchedOnServer(request, session)).symbols).toEqual([])
  },
)

test(
  'an alert can be set by tick, switched off and removed',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open }) => {
    const { alert } = texts.manage
    const session = await open('/user/language')
    await watch(page.context().request, session, ['2317'])
    await page.goto('/?again#/market/favo')
    await expect(list(page, texts).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: texts.favourites.alerts }).click()
    await page.getByRole('dialog').getByRole('button', { name: /2317/ }).click()
    const value = page.getByRole('textbox', { name: alert.price })
    await expect(value).toBeVisible()
    const price = async () => Math.round(Number((await value.inputValue()).replaceAll(',', '')) * 100)
    const before = await price()
    await page.getByRole('button', { name: alert.lower }).click()
    // 2317 trades between 100 and 500: its tick is half a dollar.
    expect(await price()).toBe(before - 50)
    await expectCleanPage(page, 'the alert sheet')
    await page.getByRole('button', { name: new RegExp(alert.submit('.*')) }).click()
    await expect(toast(page, texts)).toContainText(texts.messages['done.alert-added'])
    const toggle = page.getByRole('switch')
    await expect(toggle).toHaveAttribute('aria-checked', 'true')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await page.getByRole('button', { name: new RegExp(alert.remove('.*')) }).click()
    await expect(page.getByText(alert.none)).toBeVisible()
  },
)

test('an alert reached by a trade shows a toast', async ({ page, texts, open, request }) => {
  test.slow()
  const session = await open('/user/language')
  // The stocks that trade most will trade again soon, and any trade moves one at least a tick from yesterday's close.
  const { rows } = await callApi<{
    rows: { symbol: string; reference: number; last: number; upper: number }[]
  }>(request, '/market/listQuotes', { board: 'any', ranking: 'turnover', from: 0, count: 10 })
  await watch(
    page.context().request,
    session,
    rows.map(({ symbol }) => symbol),
  )
  await page.goto('/?again#/market/favo')
  await expect(list(page, texts).getByRole('listitem')).toHaveCount(rows.length)
  // One tick either way for each: the first trade that moves the price fires the alert.
  for (const { symbol } of rows) {
    const facts = await callApi<{ ticks: { from: number; tick: number }[] }>(request, '/stock/readStock', {
      symbol,
    })
    const quote = await callApi<{ last: number | null; reference: number }>(request, '/market/readQuote', {
      symbol,
    })
    const now = quote.last ?? quote.reference
    const { tick } = facts.ticks.findLast(({ from }) => from <= now) ?? { tick: 1 }
    for (const [kind, threshold] of [
      ['rises-to', now + tick],
      ['falls-to', now - tick],
    ] as const)
      await callApi(
        page.context().request,
        '/favourites/addAlert',
        { symbol, kind, threshold, repeat: 'once' },
        { session, key: true },
      ).catch(() => undefined)
  }
  await expect(toast(page, texts)).toContainText(texts.manage.alert.view, { timeout: 90_000 })
  const { alerts } = await callApi<{ alerts: { state: string; firedPrice: number | null }[] }>(
    page.context().request,
    '/favourites/listAlerts',
    {},
    { session },
  )
  const done = alerts.filter(({ state }) => state === 'done')
  expect(done.length).toBeGreaterThan(0)
  for (const { firedPrice } of done) expect(firedPrice).not.toBeNull()
})

test(
  'a guest logs in and returns to the market page',
  { tag: proveOnly },
  async ({ page, texts, member }) => {
    const { logIn } = await import('./support/fields.ts')
    await page.goto('/#/market/market')
    await settle(page)
    await page.getByRole('tab', { name: texts.lists.boards.watch }).click()
    await page.getByRole('button', { name: texts.favourites.guest.action }).click()
    await logIn(page, texts, member)
    await expect(page).toHaveURL(/#\/market\/market$/)
  },
)

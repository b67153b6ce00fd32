// The lists on the running market: they update, they keep the order they claim, and they say when they are stale.

import type { Locator, Page } from '@playwright/test'
import { expectGoodLook, settle } from './support/looks.ts'
import { callApi } from './support/member.ts'
import { everyLook, expect, test, twoLooks } from './support/test.ts'
import type { Texts } from './support/texts.ts'

interface Row {
  readonly symbol: string
  readonly last: number | null
  readonly reference: number
  readonly volume: number
}

const openMarket = async (page: Page): Promise<void> => {
  await page.goto('/#/market/market')
  await settle(page)
}

const board = (page: Page, { lists }: Texts, ranking: keyof Texts['lists']['rankings'] = 'all'): Locator =>
  page.getByRole('list', { name: lists.list(lists.boards.listed, lists.rankings[ranking]) })

const chip = (page: Page, { lists }: Texts, ranking: keyof Texts['lists']['rankings']): Locator =>
  page
    .getByRole('group', { name: lists.chips })
    .getByRole('button', { name: lists.rankings[ranking], exact: true })

/** The symbols of the rows that are rendered, from the first one on. */
const symbolsOf = (list: Locator): Promise<string[]> =>
  list
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.querySelector('a')?.href.split('symbol=')[1] ?? ''))

/** The text of each row, as a screen reader reads it. */
const wordsOf = (list: Locator): Promise<string[]> =>
  list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent ?? ''))

/** In hundredths of a percent, signed. Rows without a change are left out. */
const changesOf = async (list: Locator, { lists }: Texts): Promise<number[]> =>
  (await wordsOf(list)).flatMap((words) => {
    const [, spoken = '', figure] = /(\D*?)(\d+\.\d\d)%/.exec(words.slice(words.lastIndexOf(' '))) ?? []
    if (figure === undefined) return []
    const isDown = spoken.includes(lists.directions.down) || spoken.includes(lists.limits.down)
    return [(isDown ? -1 : 1) * Math.round(Number(figure) * 100)]
  })

test('a guest sees prices, and they move', { tag: twoLooks }, async ({ page, texts }) => {
  await openMarket(page)
  await chip(page, texts, 'volume').click()
  const list = board(page, texts, 'volume')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const before = await wordsOf(list)
  await expect.poll(async () => (await wordsOf(list)).join() !== before.join()).toBe(true)
})

test('each filter is in the order its rule says', async ({ page, texts, request }) => {
  const { lists } = texts
  await openMarket(page)
  await expect(page.getByText(lists.rules.all)).toBeVisible()
  const all = await symbolsOf(board(page, texts))
  expect(all.length).toBeGreaterThan(8)
  expect(all).toEqual(all.toSorted())

  await chip(page, texts, 'losers').click()
  await expect(page.getByText(lists.rules.losers)).toBeVisible()
  const { total } = await callApi<{ total: number }>(request, '/market/listQuotes', {
    board: 'listed',
    ranking: 'losers',
    from: 0,
    count: 1,
  })
  if (total > 0) {
    const losers = board(page, texts, 'losers')
    await expect(losers.getByRole('listitem').first()).toBeVisible()
    for (const change of await changesOf(losers, texts)) expect(change).toBeLessThanOrEqual(0)
  }

  await chip(page, texts, 'change').click()
  await expect(page.getByText(lists.rules.change)).toBeVisible()
  await expect(board(page, texts, 'change').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('button', { name: lists.columns.change })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await chip(page, texts, 'volume').click()
  const { rows } = await callApi<{ rows: Row[] }>(request, '/market/listQuotes', {
    board: 'listed',
    ranking: 'volume',
    from: 0,
    count: 20,
  })
  const volumes = rows.map(({ volume }) => volume)
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
})

test('a heading sorts, then the other way, then no more', async ({ page, texts }) => {
  const { columns, order, sortedBy, rules } = texts.lists
  await openMarket(page)
  const heading = page
    .getByRole('group', { name: columns.label })
    .getByRole('button', { name: columns.price })
  const list = board(page, texts)
  const prices = async () =>
    (await wordsOf(list)).flatMap((words) => {
      const [, price] = new RegExp(`${texts.lists.price} ([\\d,]+\\.\\d\\d)`).exec(words) ?? []
      return price === undefined ? [] : [Number(price.replaceAll(',', ''))]
    })
  await heading.click()
  await expect(heading).toHaveAccessibleName(new RegExp(order.descending))
  await expect(page.getByText(sortedBy.price)).toBeVisible()
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const down = await prices()
  expect(down.length).toBeGreaterThan(3)
  // Prices move between two sorts; the first row must still cost more than the last rendered one.
  expect(down[0]).toBeGreaterThan(down.at(-1) ?? 0)
  await heading.click()
  await expect(heading).toHaveAccessibleName(new RegExp(order.ascending))
  await expect.poll(async () => (await prices())[0]).toBeLessThan(down[0] ?? 0)
  await heading.click()
  await expect(heading).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(rules.all)).toBeVisible()
})

test('a long list has every row, page after page, and comes back where it was left', async ({
  page,
  texts,
  request,
}) => {
  await openMarket(page)
  const list = board(page, texts)
  const { total } = await callApi<{ total: number }>(request, '/market/listQuotes', {
    board: 'listed',
    ranking: 'all',
    from: 0,
    count: 1,
  })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const last = list.getByRole('listitem').last()
  await expect(last).toHaveAttribute('aria-posinset', String(total))
  await expect(last.getByRole('link')).toBeVisible()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  const top = await page.evaluate(() => window.scrollY)
  await page
    .getByRole('navigation', { name: texts.shell.tabs.label })
    .getByRole('link', { name: texts.shell.tabs.home })
    .click()
  await expect(page).toHaveURL(/#\/home\/index$/)
  await page.goBack()
  await expect(last.getByRole('link')).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(top)
})

test('the order does not change under a finger', async ({ page, texts }) => {
  await page.clock.install()
  await openMarket(page)
  await chip(page, texts, 'volume').click()
  const list = board(page, texts, 'volume')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/market/listQuotes')) asked.push(request.url())
  })
  await list.dispatchEvent('touchstart', {
    touches: [{ identifier: 0, target: await list.elementHandle(), clientX: 10, clientY: 10 }],
  })
  const before = await symbolsOf(list)
  const count = asked.length
  // Longer than the five seconds after which the list would be sorted again.
  await page.clock.runFor(6_000)
  expect(asked.length).toBe(count)
  expect(await symbolsOf(list)).toEqual(before)
  await list.dispatchEvent('touchend', { touches: [] })
  await page.clock.runFor(6_000)
  await expect.poll(() => asked.length).toBeGreaterThan(count)
})

test('a cut line is shown with the time prices stopped, and heals', async ({ page, texts }) => {
  const { stale } = texts.lists
  let isCut = false
  const lines = new Set<() => Promise<void>>()
  await page.routeWebSocket(/\/live$/, (socket) => {
    if (isCut) {
      void socket.close()
      return
    }
    socket.connectToServer()
    lines.add(() => socket.close())
  })
  await openMarket(page)
  await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
  isCut = true
  for (const close of lines) await close()
  const note = page.getByText(new RegExp(stale.title('').trim()))
  await expect(note).toBeVisible()
  await expect(page.getByText(stale.line)).toBeVisible()
  isCut = false
  await expect(note).toBeHidden()
})

test('without a network the saved prices say when they were saved', async ({
  page,
  context,
  texts,
  complaints,
}) => {
  complaints.expect(/WebSocket|ERR_INTERNET_DISCONNECTED/)
  await openMarket(page)
  await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(texts.lists.offline.title)).toBeVisible()
  await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(texts.lists.offline.title)).toBeHidden()
})

test(
  'the hot list says its rule first and is by turnover',
  { tag: twoLooks },
  async ({ page, texts, request }) => {
    await page.goto('/#/market/stockHot/stockList')
    await settle(page)
    await expect(page.getByText(texts.hot.rule)).toBeVisible()
    const list = page.getByRole('list', { name: texts.hot.list })
    await expect(list.getByRole('listitem').first()).toContainText(texts.hot.rank(1))
    const { rows } = await callApi<{ rows: { turnover: number }[] }>(request, '/market/listQuotes', {
      board: 'any',
      ranking: 'turnover',
      from: 0,
      count: 20,
    })
    const turnovers = rows.map(({ turnover }) => turnover)
    expect(turnovers).toEqual(turnovers.toSorted((a, b) => b - a))
    await page.getByRole('radio', { name: texts.lists.boards.etf }).check()
    await expect(list.getByRole('listitem').first()).toBeVisible()
  },
)

test(
  'home shows the indices with their rule, and what trades most',
  { tag: everyLook },
  async ({ page, texts }) => {
    await page.goto('/#/home/index')
    await settle(page)
    const indices = page.getByRole('region', { name: texts.home.indices })
    await expect(indices.getByRole('listitem').first()).toBeVisible()
    await indices.getByRole('button').first().click()
    await expect(page.getByRole('dialog').getByText(texts.home.index.rule)).toBeVisible()
    await expectGoodLook(page, 'the rule of an index')
    await page.getByRole('button', { name: texts.shell.close }).click()
    await expect(page.getByRole('region', { name: texts.home.hot }).getByRole('listitem')).toHaveCount(5)
  },
)

test('home is the member’s too: what he has, and the amounts can be hidden', async ({
  page,
  texts,
  open,
}) => {
  await open('/home/index')
  const hero = page.getByRole('region', { name: texts.members.total })
  await expect(hero.getByText(texts.members.available)).toBeVisible()
  await hero.getByRole('button', { name: texts.members.hide }).click()
  await expect(hero).toContainText('••••')
})

// The lists of the running market: their prices update, they have the stated order, and stale prices are marked.

import type { Locator, Page } from '@playwright/test'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
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
const rowTextsOf = (list: Locator): Promise<string[]> =>
  list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent ?? ''))

/**
 * The rows in the order that the page last received. The prices on the page move between two sorts, so the order is
 * judged by the answer that the page shows.
 */
const expectShownAsReceived = (page: Page) => {
  const received = new Map<string, readonly Row[]>()
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/market/listQuotes')) return
    const { ranking } = request.postDataJSON() as { ranking: string }
    void request
      .response()
      .then((response) => response?.json())
      .then(({ data }: { data: { rows: readonly Row[] } }) => received.set(ranking, data.rows))
  })
  return async (list: Locator, ranking: string): Promise<readonly Row[]> => {
    let rows: readonly Row[] = []
    await expect
      .poll(async () => {
        const shown = await symbolsOf(list)
        rows = received.get(ranking) ?? []
        return shown.length > 0 && shown.every((symbol, index) => rows[index]?.symbol === symbol)
      })
      .toBe(true)
    return rows
  }
}

const changeOf = ({ last, reference }: Row): number => (last === null ? 0 : (last - reference) / reference)

test('a guest sees prices that update', { tag: twoAppearances }, async ({ page, texts }) => {
  await openMarket(page)
  await chip(page, texts, 'volume').click()
  const list = board(page, texts, 'volume')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const before = await rowTextsOf(list)
  await expect.poll(async () => (await rowTextsOf(list)).join() !== before.join()).toBe(true)
})

test(
  'each filter sorts the list by its stated rule',
  { tag: proveOnly },
  async ({ page, texts, request }) => {
    const { lists } = texts
    const rowsShown = expectShownAsReceived(page)
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
      const falls = (await rowsShown(board(page, texts, 'losers'), 'losers')).map(changeOf)
      expect(Math.max(...falls)).toBeLessThan(0)
      expect(falls).toEqual(falls.toSorted((a, b) => a - b))
    }

    await chip(page, texts, 'change').click()
    await expect(page.getByText(lists.rules.change)).toBeVisible()
    const moves = (await rowsShown(board(page, texts, 'change'), 'change')).map((row) =>
      Math.abs(changeOf(row)),
    )
    expect(moves).toEqual(moves.toSorted((a, b) => b - a))
    await expect(page.getByRole('button', { name: lists.columns.change })).toHaveAttribute(
      'aria-pressed',
      'true',
    )

    await chip(page, texts, 'volume').click()
    const volumes = (await rowsShown(board(page, texts, 'volume'), 'volume')).map(({ volume }) => volume)
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  },
)

test(
  'a column heading sorts descending, then ascending, then not at all',
  { tag: proveOnly },
  async ({ page, texts }) => {
    const { columns, order, sortedBy, rules } = texts.lists
    await openMarket(page)
    const heading = page
      .getByRole('group', { name: columns.label })
      .getByRole('button', { name: columns.price })
    const list = board(page, texts)
    const prices = async () =>
      (await rowTextsOf(list)).flatMap((rowText) => {
        const [, price] = new RegExp(`${texts.lists.price} ([\\d,]+\\.\\d\\d)`).exec(rowText) ?? []
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
  },
)

test(
  'a long list shows every row and restores its scroll position',
  { tag: proveOnly },
  async ({ page, texts, request }) => {
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
  },
)

test('the list keeps its order while a finger touches it', { tag: proveOnly }, async ({ page, texts }) => {
  await page.clock.install()
  await openMarket(page)
  await chip(page, texts, 'volume').click()
  const list = board(page, texts, 'volume')
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/market/listQuotes')) requests.push(request.url())
  })
  await list.dispatchEvent('touchstart', {
    touches: [{ identifier: 0, target: await list.elementHandle(), clientX: 10, clientY: 10 }],
  })
  const before = await symbolsOf(list)
  const count = requests.length
  // Six seconds is longer than the five seconds after which the list would be sorted again.
  await page.clock.runFor(6_000)
  expect(requests.length).toBe(count)
  expect(await symbolsOf(list)).toEqual(before)
  await list.dispatchEvent('touchend', { touches: [] })
  await page.clock.runFor(6_000)
  await expect.poll(() => requests.length).toBeGreaterThan(count)
})

test(
  'a list marks its prices stale while the connection is cut',
  { tag: proveOnly },
  async ({ page, texts }) => {
    const { stale } = texts.lists
    let isCut = false
    const closers = new Set<() => Promise<void>>()
    await page.routeWebSocket(/\/live$/, (socket) => {
      if (isCut) {
        void socket.close()
        return
      }
      socket.connectToServer()
      closers.add(() => socket.close())
    })
    await openMarket(page)
    await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
    isCut = true
    for (const close of closers) await close()
    const note = page.getByText(new RegExp(stale.title('').trim()))
    await expect(note).toBeVisible()
    await expect(page.getByText(stale.line)).toBeVisible()
    isCut = false
    await expect(note).toBeHidden()
  },
)

test(
  'an offline list shows its saved prices and a notice',
  { tag: proveOnly },
  async ({ page, context, texts, complaints }) => {
    complaints.expect(/WebSocket|ERR_INTERNET_DISCONNECTED/)
    await openMarket(page)
    await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(texts.lists.offline.title)).toBeVisible()
    await expect(board(page, texts).getByRole('listitem').first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(texts.lists.offline.title)).toBeHidden()
  },
)

test(
  'the hot list states its rule and sorts by turnover',
  { tag: [twoAppearances, proveOnly] },
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
  'home shows the indices, their rule and the most traded stocks',
  { tag: everyAppearance },
  async ({ page, texts }) => {
    await page.goto('/#/home/index')
    await settle(page)
    const indices = page.getByRole('region', { name: texts.home.indices })
    await expect(indices.getByRole('listitem').first()).toBeVisible()
    await indices.getByRole('button').first().click()
    await expect(page.getByRole('dialog').getByText(texts.home.index.rule)).toBeVisible()
    await expectCleanPage(page, 'the rule of an index')
    await page.getByRole('button', { name: texts.shell.close }).click()
    await expect(page.getByRole('region', { name: texts.home.hot }).getByRole('listitem')).toHaveCount(5)
  },
)

test(
  'home shows the member’s assets and can hide amounts',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    await open('/home/index')
    const hero = page.getByRole('region', { name: texts.members.total })
    await expect(hero.getByText(texts.members.available)).toBeVisible()
    await hero.getByRole('button', { name: texts.members.hide }).click()
    await expect(hero).toContainText('••••')
  },
)

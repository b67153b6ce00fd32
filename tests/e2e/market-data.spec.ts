// One instrument on the running market. Every change comes from the practice market itself.

import { readFile } from 'node:fs/promises'
import type { Page, WebSocketRoute } from '@playwright/test'
import { texts as favouritesEn } from '../../apps/member/src/features/favourites/texts/en.ts'
import { texts as favouritesTw } from '../../apps/member/src/features/favourites/texts/tw.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import { openTicket } from './support/trading.ts'
import { halt, resume, takeOneLot } from './support/venue.ts'

/** Each test has its own stock, so that a halt in one does not affect another. */
const BUSY = '2330'
const QUIET = '2317'
const HALTED = '2603'
const DRAWN = '9904'
const WHOLE = { tw: '2337', en: '2345' }

const address = (symbol: string, rest = '') => `/#/market/marketDetail?symbol=${symbol}${rest}`

const price = (page: Page) => page.locator('[data-part="price"]')
const isPrice = /^[\d,]+\.\d\d$/
const rows = (page: Page, caption: string) => page.getByRole('table', { name: caption }).getByRole('row')

const open = async (page: Page, symbol = BUSY, rest = '') => {
  await page.goto(address(symbol, rest))
  await settle(page)
}

/** Makes a trade and waits until the displayed value changes by itself. */
const toChange = async (symbol: string, read: () => Promise<string | null>) => {
  const before = await read()
  await takeOneLot(symbol)
  await expect.poll(read).not.toBe(before)
}

const dragFinger = async (
  page: Page,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
) => {
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= 8; step += 1) {
    const share = step / 8
    const touchPoints = [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const periods = ['1m', '3m', '15m', '30m', 'day', 'month', 'year'] as const

test(
  'a stock has best five, candles and both ways to buy',
  { tag: twoAppearances },
  async ({ page, texts, lang, open: enter }) => {
    const symbol = WHOLE[lang]
    const levels = page.getByRole('table', { name: texts.detail.depth.caption }).locator('tbody tr')
    await enter(`/market/marketDetail?symbol=${symbol}&period=day`)
    await expect(levels).toHaveCount(5)
    await expect(levels.first().getByRole('cell').nth(1)).toHaveText(isPrice)
    await expect(levels.first().getByRole('cell').nth(2)).toHaveText(isPrice)
    const candles = page.getByRole('application')
    await expect(candles.locator('canvas').first()).toBeVisible()
    for (const side of ['long', 'short'] as const) {
      const ticket = await openTicket(page, texts, symbol, side)
      await expect(ticket.review).toContainText(texts.orders.directions[side])
    }
  },
)

test.describe('one instrument', () => {
  test(
    'a guest can open every section of an instrument',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts }) => {
      test.slow()
      await open(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(BUSY)
      await expect(page.getByText(texts.shell.simulated.market, { exact: true })).toBeVisible()
      await expect(price(page)).toHaveText(isPrice)
      await expect(page.getByText(texts.detail.facts.previous, { exact: true }).first()).toBeVisible()
      await expect(page.getByText(texts.detail.band.upper)).toBeVisible()
      await expect(page.getByRole('application')).toBeVisible()
      await expectCleanPage(page, 'the overview')
      for (const part of ['depth', 'tape', 'facts']) {
        await page.goto(`/?part=${part}${address(BUSY, `&part=${part}`)}`)
        await settle(page)
        await expect(page.getByRole('tab', { name: texts.detail.sections[part as 'depth'] })).toHaveAttribute(
          'aria-selected',
          'true',
        )
        await expectCleanPage(page, part)
      }
      await page.goto(`/?part=table${address(BUSY, '&view=table')}`)
      await settle(page)
      await expect(page.getByRole('table')).toBeVisible()
      await expectCleanPage(page, 'the table')
    },
  )

  test(
    'a missing or unknown code shows a message',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts }) => {
      for (const symbol of ['9999', '']) {
        await page.goto(`/?symbol=${symbol}${address(symbol)}`)
        await expect(page.getByText(texts.detail.unknown.text)).toBeVisible()
        await expectCleanPage(page, `the code "${symbol}"`)
      }
    },
  )

  test('the order book and the tape update live', async ({ page, texts }) => {
    test.slow()
    await open(page)
    const ladder = page.getByRole('table', { name: texts.detail.depth.caption })
    await toChange(BUSY, () => ladder.innerText())
    await page.getByRole('button', { name: texts.detail.blocks.all }).first().click()
    const newest = rows(page, texts.moreDetail.tape.caption).nth(1)
    await expect(newest).toBeVisible()
    await toChange(BUSY, () => newest.innerText())
    await expect(newest.getByRole('cell').last()).toHaveText(
      new RegExp(`^(${Object.values(texts.moreDetail.tape.sides).join('|')})$`),
    )
  })

  test(
    'a paused tape stands still and resumes with the missed trades',
    { tag: proveOnly },
    async ({ page, texts }) => {
      test.slow()
      await open(page, BUSY, '&part=tape')
      const { tape } = texts.moreDetail
      const newest = rows(page, tape.caption).nth(1)
      await page.getByRole('button', { name: tape.pause }).click()
      const before = await newest.innerText()
      await takeOneLot(BUSY)
      const waits = page.getByRole('button', { name: new RegExp(tape.resume('\\d+')) })
      await expect(waits).toBeVisible()
      expect(await newest.innerText()).toBe(before)
      await waits.click()
      await expect(newest).not.toHaveText(before)
    },
  )

  test('scrolling shows a bar whose tabs open the sections', { tag: proveOnly }, async ({ page, texts }) => {
    await open(page)
    const tab = page.getByRole('tab', { name: texts.detail.sections.facts })
    await expect(tab).toBeHidden()
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect(tab).toBeVisible()
    await tab.click()
    await expect(page.getByText(texts.moreDetail.about.rules)).toBeVisible()
    await page.getByRole('button', { name: texts.moreDetail.about.how }).click()
    await expect(page.getByRole('dialog', { name: texts.moreDetail.how.title })).toBeVisible()
  })

  test(
    'a member’s view is recorded and a guest’s is not',
    { tag: proveOnly },
    async ({ page, open: enter }) => {
      const recorded: unknown[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/stock/recordView')) recorded.push(request.postDataJSON())
      })
      await open(page)
      expect(recorded).toEqual([])
      await enter(`/market/marketDetail?symbol=${BUSY}`)
      await settle(page)
      await expect.poll(() => recorded.length).toBeGreaterThan(0)
      expect(recorded[0]).toEqual({ symbol: BUSY })
    },
  )

  test(
    'only a member can watch an instrument and set an alert',
    { tag: proveOnly },
    async ({ page, texts, lang, open: enter }) => {
      const favouritesTexts = lang === 'tw' ? favouritesTw : favouritesEn
      await open(page)
      await page.getByRole('button', { name: texts.detail.alert }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.auth.login.title)
      await enter(`/market/marketDetail?symbol=${BUSY}`)
      await settle(page)
      await page.getByRole('button', { name: favouritesTexts.add, pressed: false }).click()
      await expect(page.getByRole('button', { name: favouritesTexts.remove, pressed: true })).toBeVisible()
      await page.getByRole('button', { name: texts.detail.alert }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  )
})

test.describe('the chart', () => {
  test('draws the line of the day and candles of all seven periods', async ({ page, texts }) => {
    test.slow()
    await open(page)
    const { spokenPeriods } = texts.detail
    await page.getByRole('tab', { name: texts.detail.periods.course }).click()
    await expect(page.getByRole('application').getByRole('img')).toBeVisible()
    for (const period of periods) {
      await page
        .getByRole('tab', {
          name: `${texts.detail.periods[period]} ${texts.detail.periods.candles}`,
          exact: true,
        })
        .click()
      const chart = page.getByRole('application')
      await expect(chart).toHaveAttribute('aria-label', texts.detail.chart.label(spokenPeriods[period]))
      await expect(chart.locator('canvas').first()).toBeAttached()
      await expect.poll(() => inkOf(page), { message: `${period} is drawn` }).toBeGreaterThan(500)
      await page.getByRole('button', { name: texts.detail.chart.table }).click()
      const table = rows(page, texts.moreDetail.table.caption(spokenPeriods[period]))
      await expect.poll(() => table.count(), { message: `${period} has candles` }).toBeGreaterThan(1)
      for (const cell of await table.nth(1).getByRole('cell').all())
        await expect(cell).toHaveText(/^[+−]?[\d,.]+$|^—$/)
      await page.goBack()
    }
  })

  test(
    'arrow keys move the crosshair, whose legend replaces the limit band',
    { tag: proveOnly },
    async ({ page, texts }) => {
      await open(page)
      const chart = page.getByRole('application')
      await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
      const spoken = page.locator('[data-part="spoken-candle"]')
      const band = page.getByText(texts.detail.band.upper)
      const top = (await chart.boundingBox())?.y
      await chart.focus()
      await chart.press('ArrowLeft')
      await expect(spoken).not.toHaveText('')
      await expect(band).toBeHidden()
      expect((await chart.boundingBox())?.y).toBe(top)
      // Left of today's candle, which moves with the market.
      const today = (await spoken.textContent())?.slice(0, 10) ?? ''
      await chart.press('ArrowLeft')
      await expect(spoken).not.toContainText(today)
      const first = await spoken.textContent()
      await chart.press('ArrowLeft')
      await expect(spoken).not.toHaveText(first ?? '')
      await chart.press('ArrowRight')
      await expect(spoken).toHaveText(first ?? '')
      await expectCleanPage(page, 'with the crosshair')
      const tint = chart.locator('i:not([hidden])')
      await expect(tint).toHaveCount(1)
      await chart.press('Escape')
      await expect(spoken).toHaveText('')
      await expect(tint).toHaveCount(0)
      await expect(band).toBeVisible()
    },
  )

  test('touch gestures pan to older candles and pick one', { tag: proveOnly }, async ({ page, texts }) => {
    test.slow()
    await open(page, QUIET)
    await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
    const chart = page.getByRole('application')
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart has no place')
    const older = page.waitForRequest(
      (request) =>
        request.url().endsWith('/market/listCandles') &&
        (request.postDataJSON() as { before?: number }).before !== undefined,
    )
    const finger = await page.context().newCDPSession(page)
    const y = box.y + 90
    const gesture = async (points: readonly (readonly { x: number; y: number }[])[]) => {
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [...(points[0] ?? [])],
      })
      for (const touchPoints of points.slice(1))
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [...touchPoints] })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await gesture(
      Array.from({ length: 12 }, (_, step) => [
        { x: box.x + box.width / 2 - 90 + step * 4, y },
        { x: box.x + box.width / 2 + 90 - step * 4, y },
      ]),
    )
    for (let swipe = 0; swipe < 12; swipe += 1)
      await gesture(Array.from({ length: 10 }, (_, step) => [{ x: box.x + 20 + step * 28, y }]))
    await older
    await expect(page.getByRole('button', { name: texts.detail.chart.newest })).toBeVisible()
    const spoken = page.locator('[data-part="spoken-candle"]')
    expect(await crosshairInk(page)).toBe(0)
    await page.touchscreen.tap(box.x + 120, y)
    await expect(spoken).not.toHaveText('')
    await expect.poll(() => crosshairInk(page)).toBeGreaterThan(100)
    // A tap elsewhere ends it. No line or date stays on the last candle.
    await page.touchscreen.tap(box.x + 220, y + 30)
    await expect(spoken).toHaveText('')
    await expect.poll(() => crosshairInk(page)).toBe(0)
  })

  test(
    'chosen indicators are drawn with their values',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts }) => {
      await open(page)
      await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
      const { indicators } = texts.moreDetail
      const sheet = page.getByRole('dialog', { name: indicators.title })
      for (const [choice, legend] of [
        [indicators.kd, 'K '],
        [indicators.macd, 'DIF '],
        [indicators.rsi, 'RSI6 '],
        [indicators.boll, texts.detail.chart.boll.upper],
        [indicators.vwap, 'VWAP '],
      ] as const) {
        await page.getByRole('button', { name: texts.detail.chart.indicators }).click()
        await sheet.getByRole('radio', { name: choice }).click({ force: true })
        await expectCleanPage(page, 'choosing indicators')
        await sheet.getByRole('button', { name: indicators.done }).click()
        await expect(page.getByRole('listitem').filter({ hasText: legend })).toHaveText(/[\d.]+$/)
      }
    },
  )

  test(
    'a member keeps parameters and drawings and compares an index',
    { tag: proveOnly },
    async ({ page, texts, open: enter }) => {
      test.slow()
      const { indicators, drawings, compare } = texts.moreDetail
      const sheet = page.getByRole('dialog', { name: indicators.title })
      const chart = page.getByRole('application')
      const legend = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
      const show = async (tab: keyof typeof indicators.tabs) => {
        await page.getByRole('button', { name: texts.detail.chart.indicators }).click()
        await sheet.getByRole('tab', { name: indicators.tabs[tab] }).click()
      }
      const close = () => sheet.getByRole('button', { name: indicators.done }).click()
      await enter(`/market/marketDetail?symbol=${DRAWN}&period=day`)
      await settle(page)
      await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
      await expect(page.locator('[data-part="gesture-hint"]')).toBeVisible()

      await show('indicators')
      await sheet.getByRole('radio', { name: indicators.rsi }).click({ force: true })
      await sheet.getByRole('button', { name: indicators.more(indicators.parameters.rsi[0]!) }).click()
      await close()
      await expect(legend('RSI7 ')).toHaveText(/[\d.]+$/)

      await show('drawings')
      await sheet.getByRole('button', { name: drawings.add, exact: true }).click()
      await expectCleanPage(page, 'the drawings')
      await sheet.getByRole('button', { name: drawings.kinds.trend, exact: true }).click()
      await expect(page.getByText(drawings.steps.trend)).toBeVisible()
      const box = (await chart.boundingBox())!
      await page.touchscreen.tap(box.x + 60, box.y + 100)
      // The library drops a tap that follows another within half a second; a person taps again.
      await expect
        .poll(async () => {
          await page.touchscreen.tap(box.x + 220, box.y + 50)
          return page.getByText(drawings.move).isVisible()
        })
        .toBe(true)
      const moved = page.waitForRequest((request) => request.url().endsWith('/market/saveDrawings'))
      await dragFinger(page, { x: box.x + 140, y: box.y + 75 }, { x: box.x + 140, y: box.y + 105 })
      const kept = (await moved).postDataJSON() as { drawings: { kind: string; points: number[][] }[] }
      expect(kept.drawings.map(({ kind }) => kind)).toEqual(['level', 'trend'])
      await page
        .getByRole('group', { name: drawings.title })
        .getByRole('button', { name: drawings.done })
        .click()

      await page.reload()
      await settle(page)
      await expect(legend('RSI7 ')).toHaveText(/[\d.]+$/)
      await expect(page.locator('[data-part="gesture-hint"]')).toBeHidden()
      await show('drawings')
      const list = sheet.getByRole('list', { name: drawings.list }).getByRole('listitem')
      await expect(list).toHaveCount(2)
      await list.last().getByRole('button').click()
      await expect(list).toHaveCount(1)
      await sheet.getByRole('tab', { name: indicators.tabs.indicators }).click()
      await sheet.getByRole('button', { name: indicators.reset }).click()
      await sheet.getByRole('tab', { name: indicators.tabs.compare }).click()
      await sheet.getByRole('radio').nth(1).click({ force: true })
      await close()
      await expect(page.getByText(new RegExp(compare.since('[\\d/ :]+')))).toBeVisible()
      await chart.press('ArrowLeft')
      await chart.press('ArrowLeft')
      await expect(page.locator('[data-part="spoken-candle"]')).not.toHaveText('')
      await expect(legend(/%/)).toHaveCount(2)
      await expectCleanPage(page, 'the comparison')
    },
  )

  test(
    'the table loads older candles and exports a CSV file',
    { tag: proveOnly },
    async ({ page, texts }) => {
      const { table } = texts.moreDetail
      await open(page, BUSY, '&view=table&period=day')
      const lines = rows(page, table.caption(texts.detail.spokenPeriods.day))
      await expect.poll(() => lines.count()).toBeGreaterThan(100)
      const count = await lines.count()
      await page.getByRole('button', { name: table.more }).click()
      await expect.poll(() => lines.count()).toBeGreaterThan(count)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: table.csv }).click()
      const download = await saving
      expect(download.suggestedFilename()).toBe(`${BUSY}-day.csv`)
      const file = await readFile(await download.path(), 'utf8')
      expect(file.trim().split('\r\n')).toHaveLength(await lines.count())
      expect(file.trim().split('\r\n').at(-1)).toMatch(/^\d{4}-\d\d-\d\d,\d+\.\d\d,/)
    },
  )

  test(
    'landscape shows the chart wide with the order book beside it',
    { tag: proveOnly },
    async ({ page, texts }) => {
      await open(page)
      const wide = page.locator('[data-part="wide-chart"]')
      await expect(wide).toBeHidden()
      await page.setViewportSize({ width: 844, height: 390 })
      await expect(wide).toBeVisible()
      await expect(wide.getByRole('table', { name: texts.detail.depth.caption })).toBeVisible()
      await expect.poll(() => inkOf(page)).toBeGreaterThan(500)
      await expectCleanPage(page, 'on its side')
      await page.getByRole('button', { name: texts.detail.chart.closeWide }).click()
      await expect(wide).toBeHidden()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: texts.detail.chart.wide }).click()
      await expect(wide).toBeVisible()
      await expectCleanPage(page, 'wide on an upright phone')
    },
  )
})

test.describe('when trading or the connection is interrupted', () => {
  test('a halt shows its reason, then the auction after it', { tag: proveOnly }, async ({ page, texts }) => {
    test.slow()
    await open(page, HALTED)
    await halt(HALTED, 'news', Date.now() + 3_600_000)
    const note = page.getByText(new RegExp(texts.detail.reasons.news))
    await expect(note).toBeVisible()
    await expectCleanPage(page, 'halted')
    await resume(HALTED)
    await expect(note).toBeHidden()
    await expect(page.getByText(/\b[0-2]:\d\d\b/).first()).toBeVisible()
    await expectCleanPage(page, 'paused')
  })

  test('a cut feed shows as stale until it reconnects', async ({ page, texts }) => {
    test.slow()
    const line = await cutter(page)
    const ladder = page.getByRole('table', { name: texts.detail.depth.caption })
    await open(page)
    await toChange(BUSY, () => ladder.innerText())
    line.cut()
    await takeOneLot(BUSY)
    const shown = await price(page).innerText()
    const stale = page.getByRole('status').filter({ hasText: texts.detail.notes.stale('').slice(0, 4) })
    await expect(stale).toBeVisible()
    await expect(price(page)).toHaveText(shown)
    await expectCleanPage(page, 'stale')
    line.heal()
    await expect(stale).toBeHidden()
    await toChange(BUSY, () => ladder.innerText())
  })

  test(
    'an offline page shows when the price was saved',
    { tag: proveOnly },
    async ({ page, texts, context }) => {
      await open(page)
      await context.setOffline(true)
      await expect(page.getByText(new RegExp(texts.detail.notes.offline('.*')))).toBeVisible({
        timeout: 60_000,
      })
      await context.setOffline(false)
      await expect(page.getByText(new RegExp(texts.detail.notes.offline('.*')))).toBeHidden()
    },
  )

  test(
    'a failed quote request shows an error and can be retried',
    { tag: proveOnly },
    async ({ page, texts }) => {
      await page.route('**/market/readQuote', (route) => route.abort('connectionreset'))
      await page.goto(address(BUSY))
      await expect(page.getByText(texts.shell.readFailed.title)).toBeVisible()
      await page.unroute('**/market/readQuote')
      await page.getByRole('button', { name: texts.shell.retry }).click()
      await expect(price(page)).toHaveText(isPrice)
    },
  )
})

/** Sits between the phone and the gateway; while cut, no message gets through. */
const cutter = async (page: Page) => {
  let isCut = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/live$/, (socket) => {
    open.add(socket)
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!isCut) server.send(message)
    })
    server.onMessage((message) => {
      if (!isCut) socket.send(message)
    })
  })
  return {
    cut: () => {
      isCut = true
    },
    heal: () => {
      isCut = false
      // As when a proxy comes back: the old connections are closed, and the phone opens new ones.
      for (const socket of open) void socket.close()
      open.clear()
    },
  }
}

/** How many pixels of the candle chart are painted. */
const inkOf = (page: Page, canvases = 'canvas') =>
  page.evaluate((selector) => {
    let ink = 0
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(`[role=application] ${selector}`)) {
      const context = canvas.getContext('2d')
      if (context === null || canvas.width === 0 || canvas.height === 0) continue
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) ink += 1
    }
    return ink
  }, canvases)

/** The library draws the crosshair on the second canvas of each pane and axis. */
const crosshairInk = (page: Page) => inkOf(page, 'canvas + canvas')

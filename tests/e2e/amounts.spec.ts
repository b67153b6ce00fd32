// No amount breaks, is cut off or touches its neighbour: the longest values on the main screens, at four widths, in both
// languages.

import type { Page } from '@playwright/test'
import { amountProblemsOf } from './support/amount-checks.ts'
import { hold } from './support/hold.ts'
import { letSell } from './support/holdings.ts'
import { settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { expect, test, proveOnly } from './support/test.ts'
import { textsOf, type Texts } from './support/texts.ts'
import { apiOf, ticketOf, typeIn } from './support/trading.ts'

/** The stock with the highest price: five digits before the point. */
const DEAR = '5274'
const HELD = '2890'
const widths = [320, 360, 390, 750]

/** Amounts come as strings of hundredths: each large one becomes NT$1,234,567,890.12. */
const enlargeAmounts = (page: Page) =>
  page.route(/\/api\/vue\/(?:figures|positions|funds|orders\/hub)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"(-?)\d{7,13}"/g, '"$1123456789012"')
    await route.fulfill({ response, body })
  })

interface Scene {
  readonly name: string
  readonly route: string
  readonly open?: (page: Page, texts: Texts) => Promise<void>
}

const fillLongest = async (page: Page, texts: Texts) => {
  await typeIn(ticketOf(page, texts).price, '999999')
  await typeIn(ticketOf(page, texts).lots, '999999')
}

const loan = async (page: Page, texts: Texts) => {
  const ticket = ticketOf(page, texts)
  await typeIn(ticket.lots, '3')
  await ticket.choose('2×')
  await ticket.review.click()
  await expect(ticket.confirm).toBeVisible()
}

const scenesOf = (positionId: string): readonly Scene[] => [
  { name: 'home', route: '/home/index' },
  { name: 'market', route: '/market/market' },
  { name: 'watch list', route: '/market/favo' },
  { name: 'stock', route: `/market/marketDetail?symbol=${DEAR}` },
  { name: 'stock depth', route: `/market/marketDetail?symbol=${DEAR}&part=depth` },
  { name: 'ticket', route: `/market/marketBuy?symbol=${DEAR}&side=long` },
  {
    name: 'ticket with the longest values',
    route: `/market/marketBuy?symbol=${DEAR}&side=long`,
    open: fillLongest,
  },
  { name: 'short ticket', route: '/market/marketBuy?symbol=2330&side=short' },
  { name: 'confirmation of a loan', route: '/market/marketBuy?symbol=2330&side=long', open: loan },
  { name: 'trading hub', route: '/trading/trading' },
  { name: 'positions', route: '/position/position' },
  { name: 'position', route: `/position/positionDetail?id=${positionId}` },
  {
    name: 'close sheet',
    route: `/position/positionDetail?id=${positionId}`,
    open: async (page, texts) => {
      await page.getByRole('button', { name: texts.position.close('').trim() }).click()
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
    },
  },
  { name: 'member', route: '/user/usercenter' },
  { name: 'fund record', route: '/user/FundingDetails' },
]

for (const lang of ['tw', 'en'] as const)
  test(`no amount breaks, is cut or touches another: ${lang}`, { tag: proveOnly }, async ({ page, open }) => {
    test.setTimeout(600_000)
    const texts = textsOf(lang)
    const session = await open('/user/language')
    const api = apiOf(page, session)
    await callApi(page.context().request, '/favourites/addFavourite', { symbol: DEAR }, { session })
    const held = await hold(api, { symbol: HELD, lots: 3 })
    await letSell(held.positionId)
    await page.evaluate((value) => localStorage.setItem('lang', value), lang)
    await enlargeAmounts(page)
    const problems: Record<string, string[]> = {}
    for (const { name, route, open: openIt } of scenesOf(held.positionId)) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/?scene=${encodeURIComponent(name)}#${route}`)
      await settle(page)
      await openIt?.(page, texts)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        // The layout of the new width is on the screen.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        const found = [...new Set(await amountProblemsOf(page))]
        if (found.length > 0) problems[`${name} at ${width}`] = found
      }
    }
    // Prices are still being read when the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(problems).toEqual({})
  })

test('a planted broken, cut or touching amount is found', { tag: proveOnly }, async ({ page }) => {
  await page.goto('/#/user/aboutUs')
  await settle(page)
  expect(await amountProblemsOf(page)).toEqual([])
  await page.evaluate(() => {
    const plant = (markup: { tag: string; text: string; style: string }) => {
      const element = document.createElement(markup.tag)
      if (element instanceof HTMLInputElement) element.value = markup.text
      else element.textContent = markup.text
      element.style.cssText = markup.style
      document.querySelector('main')?.append(element)
    }
    plant({ tag: 'p', text: 'NT$1,232,000.00', style: 'width:60px;overflow-wrap:anywhere' })
    plant({ tag: 'p', text: '1,001,422,997.00', style: 'width:2000px;text-align:right' })
    plant({ tag: 'input', text: '15,550.00', style: 'width:40px' })
    plant({ tag: 'b', text: '15,525.00', style: 'display:inline-block' })
    plant({
      tag: 'i',
      text: '12.34%',
      style: 'display:inline-block;margin-left:-4px;padding:0 4px;background:rgb(255, 0, 0)',
    })
  })
  expect((await amountProblemsOf(page)).join('\n')).toMatch(
    /broken over lines: NT\$1,232,000\.00[^]*outside the screen: 1,001,422,997\.00[^]*touches another: 15,525\.00 and 12\.34%[^]*cut off: 15,550\.00/,
  )
})

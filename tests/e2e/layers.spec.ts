// Back closes the topmost layer and stays on the page, everywhere; leaving a page closes its layers.

import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { hold } from './support/hold.ts'
import { letSell } from './support/holdings.ts'
import {
  guestLayers,
  holderLayers,
  layersElsewhere,
  memberLayers,
  type LayerCase,
} from './support/layer-table.ts'
import { settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { expect, proveOnly, test } from './support/test.ts'
import type { Texts } from './support/texts.ts'
import { apiOf, openTicket, placeLimit, ticketOf } from './support/trading.ts'

const BEFORE = '/user/language'
const HELD = '2890'
const WAITING = '1303'

const openLayers = (page: Page) =>
  page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)
const modals = (page: Page) => page.locator('dialog:modal')
const drawnLayers = (page: Page) => page.locator('dialog:modal, [data-part="wide-chart"]')

/** Goes from one page to another inside the app, as a link does. */
const follow = async (page: Page, route: string) => {
  await page.evaluate((hash) => void (location.hash = hash), route)
  await settle(page)
}

const expectClosed = async (page: Page, route: string) => {
  await expect.poll(() => openLayers(page)).toBe(0)
  await expect(modals(page)).toHaveCount(0)
  expect(new URL(page.url()).hash).toBe(`#${route}`)
}

const checkLayers = async (page: Page, texts: Texts, list: readonly LayerCase[]) => {
  test.setTimeout(120_000 + list.length * 10_000)
  for (const [at, { file, route, open, depth = 1, after }] of list.entries())
    await test.step(file, async () => {
      const counts = after ?? Array.from({ length: depth }, (_, step) => depth - 1 - step)
      await page.goto(`/?layer=${at}#${BEFORE}`)
      await settle(page)
      await follow(page, route)
      await open(page, texts)
      await expect.poll(() => openLayers(page)).toBe(depth)
      for (const count of counts) {
        await page.goBack()
        await expect.poll(() => openLayers(page)).toBe(count)
        expect(new URL(page.url()).hash).toBe(`#${route}`)
      }
      await expectClosed(page, route)
      // Closed by Escape, it leaves no entry behind: one step back is the page before.
      await open(page, texts)
      await expect.poll(() => openLayers(page)).toBe(depth)
      // The step of history comes before the layer is drawn, and only a drawn layer hears the key.
      await expect(drawnLayers(page).first()).toBeVisible()
      for (const count of counts) {
        await page.keyboard.press('Escape')
        await expect.poll(() => openLayers(page)).toBe(count)
      }
      await expectClosed(page, route)
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`#${BEFORE}$`))
    })
}

test.describe('back closes the topmost layer', () => {
  test('on every screen of a guest', { tag: proveOnly }, async ({ page, texts }) => {
    await checkLayers(page, texts, guestLayers)
  })

  test('on every screen of a member', { tag: proveOnly }, async ({ page, texts, open }) => {
    const session = await open(BEFORE)
    for (const symbol of ['2317', '2330', '2454'])
      await callApi(page.context().request, '/favourites/addFavourite', { symbol }, { session })
    await checkLayers(page, texts, memberLayers)
  })

  test('for orders and positions', { tag: proveOnly }, async ({ page, texts, open }) => {
    const api = apiOf(page, await open(BEFORE))
    const held = await hold(api, { symbol: HELD })
    await letSell(held.positionId)
    await letSell((await hold(api, { symbol: HELD })).positionId)
    const { lower } = await api.quote(WAITING)
    await placeLimit(page, texts, api, { symbol: WAITING, side: 'long', price: lower ?? 0, lots: 1 })
    await checkLayers(page, texts, holderLayers(held))
  })
})

test('every layer not opened here names an existing spec', () => {
  for (const spec of Object.values(layersElsewhere)) expect(existsSync(`tests/e2e/${spec}`), spec).toBe(true)
})

test.describe('the history of a layer', () => {
  const route = '/market/marketDetail?symbol=2317'

  test('survives a reload, the forward button and two quick steps back', async ({ page, texts, open }) => {
    await open(BEFORE)
    await settle(page)
    await follow(page, '/market/market')
    await openInPage(page, texts)
    await page.reload()
    await expectClosed(page, route)
    await page.goForward().catch(() => null)
    await expectClosed(page, route)
    await press(page, texts)
    await expect.poll(() => openLayers(page)).toBe(1)
    // Twice before the first step arrives: the sheet closes and the page is left.
    await page.evaluate(() => {
      history.back()
      history.back()
    })
    await expect(page).toHaveURL(/#\/market\/market$/)
    await expect(modals(page)).toHaveCount(0)
    expect(await openLayers(page)).toBe(0)
  })

  test('does not take back an address typed while the layer closes', async ({ page, texts, open }) => {
    await open(BEFORE)
    await settle(page)
    await openInPage(page, texts)
    // The browser goes back to the page's entry after the next address, not before it.
    await page.evaluate(() => {
      const go = history.go.bind(history)
      history.go = (by) => {
        history.go = go
        go(by)
        location.hash = '/market/market'
      }
      Object.assign(window, { steps: 0 })
      window.addEventListener('popstate', () => ((window as unknown as { steps: number }).steps += 1))
    })
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => (window as unknown as { steps: number }).steps)).toBe(2)
    await expectClosed(page, '/market/market')
    await page.goBack()
    await expectClosed(page, route)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`#${BEFORE}$`))
  })

  test('is replaced by a page opened from the layer', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open(BEFORE)
    await settle(page)
    await follow(page, '/market/market')
    await openInPage(page, texts)
    await page.getByRole('dialog').getByRole('link', { name: texts.orders.ticket.dayTradeLink }).click()
    await expect(page).toHaveURL(/dayTrading/)
    await expect.poll(() => openLayers(page)).toBe(0)
    await page.goBack()
    await expectClosed(page, route)
    await page.goBack()
    await expect(page).toHaveURL(/#\/market\/market$/)
  })

  test(
    'ends with its page: a kept page shows no sheet',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const session = await open(BEFORE)
      await callApi(page.context().request, '/favourites/addFavourite', { symbol: '2317' }, { session })
      await settle(page)
      await follow(page, '/user/usercenter')
      await page.getByRole('button', { name: texts.members.customerService }).first().click()
      await expect(modals(page)).toHaveCount(1)
      await page.evaluate(() => void (location.hash = '/market/market'))
      await expect(page).toHaveURL(/#\/market\/market$/)
      await expect(modals(page)).toHaveCount(0)
      await settle(page)
      await follow(page, '/user/usercenter')
      await expect(modals(page)).toHaveCount(0)
      expect(await openLayers(page)).toBe(0)
    },
  )

  test('returns from the confirmation to the ticket', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open(BEFORE)
    const ticket = await openTicket(page, texts, '2317', 'long')
    await ticket.review.click()
    await expect(ticket.confirm).toBeVisible()
    await page.goBack()
    await expect(ticket.confirm).toHaveCount(0)
    await expect(ticket.price).toBeVisible()
    await page.goBack()
    await expectClosed(page, route)
  })

  const press = (page: Page, { orders }: Texts) =>
    page.getByRole('button', { name: `${orders.directions.long} ${orders.directionAsides.long}` }).click()
  const openInPage = async (page: Page, texts: Texts) => {
    await follow(page, route)
    await press(page, texts)
    await expect(ticketOf(page, texts).price).toBeVisible()
    await expect.poll(() => openLayers(page)).toBe(1)
  }
})

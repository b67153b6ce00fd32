// The narrowest phone, 320 wide: no screen of the route table scrolls sideways, in either language, and none has an element that
// reaches over its edge. A screen clips such an element, so the width of the page does not show it; screens.spec.ts finds cut
// texts, from 360.

import type { Page } from '@playwright/test'
import { readRouteTable } from '../../scripts/check/route-table.ts'
import { settle } from './support/layout-checks.ts'
import { expect, proveOnly, test } from './support/test.ts'

const WIDTH = 320
const routes = readRouteTable(process.cwd())
/** Other specs cover the login pages that need a pending or blocked sign-in or a remembered account. */
const elsewhere = ['/login/logon2', '/login/reLogin', '/login/login?view=restrictions', '/gallery']
const addressesOf = (isMember: boolean): readonly string[] =>
  routes
    .filter(({ address, access }) => !elsewhere.includes(address) && (access === 'member') === isMember)
    .map(({ address }) => address)

/** Runs in the page. What a box within the screen scrolls or clips itself is meant to be wider than it. */
function findWide(width: number): string[] {
  const SLACK = 1
  const found: string[] = []
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  const reachesOver = (box: Element) => {
    const { left, right } = box.getBoundingClientRect()
    return right > width + SLACK || left < -SLACK
  }
  const isKept = (element: Element): boolean => {
    for (let box = element.parentElement; box !== null; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && !reachesOver(box) && box.matches('main *'))
        return true
    return false
  }
  for (const element of document.querySelectorAll('main *')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (
      element.closest('.visually-hidden, [inert]') !== null ||
      element.parentElement?.closest('svg') != null
    )
      continue
    const { width: own, left, right } = element.getBoundingClientRect()
    if (own <= 1 || !reachesOver(element) || isKept(element)) continue
    found.push(`${element.tagName}.${element.getAttribute('class') ?? ''} from ${left} to ${right}`)
  }
  return found.slice(0, 5)
}

const wideOf = (page: Page): Promise<string[]> => page.evaluate(findWide, WIDTH)

/** All screens are measured before it fails, so that one run names every fault. */
async function measure(page: Page, lang: 'tw' | 'en', list: readonly string[]): Promise<void> {
  test.setTimeout(120_000 + list.length * 4_000)
  await page.setViewportSize({ width: WIDTH, height: 640 })
  const wide: Record<string, string[]> = {}
  for (const [at, address] of list.entries()) {
    await page.goto(`/?lang=${lang}&narrow=${at}#${address}`)
    await settle(page)
    const found = await wideOf(page)
    if (found.length > 0) wide[address] = found
  }
  expect(wide).toEqual({})
}

test('a planted wide element is found on a screen of 320', { tag: proveOnly }, async ({ page }) => {
  await page.setViewportSize({ width: WIDTH, height: 640 })
  await page.goto('/#/home/index')
  await settle(page)
  expect(await wideOf(page)).toEqual([])
  await page.evaluate(() => {
    const wide = document.createElement('div')
    wide.className = 'planted'
    wide.style.cssText = 'width: 400px; height: 8px; background: red'
    document.querySelector('main section, main div')!.append(wide)
  })
  // The screen clips it: the page is as wide as before.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH)
  expect(await wideOf(page)).toEqual([expect.stringContaining('planted')])
})

for (const lang of ['tw', 'en'] as const) {
  test(`no guest screen scrolls sideways at 320: ${lang}`, { tag: proveOnly }, ({ page }) =>
    measure(page, lang, addressesOf(false)),
  )

  test(`no member screen scrolls sideways at 320: ${lang}`, { tag: proveOnly }, async ({ page, open }) => {
    await open('/user/language')
    await measure(page, lang, addressesOf(true))
  })
}

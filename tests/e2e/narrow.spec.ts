// The narrowest phone, 320 wide: no screen of the route table scrolls sideways, in either language. A screen clips what is wider than
// itself, so this does not see text that is cut; screens.spec.ts does, from 360, and shows that a planted wide element is found.

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

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

/** All screens are measured before it fails, so that one run names every fault. */
async function measure(page: Page, lang: 'tw' | 'en', list: readonly string[]): Promise<void> {
  test.setTimeout(120_000 + list.length * 4_000)
  await page.setViewportSize({ width: WIDTH, height: 640 })
  const wide: Record<string, number> = {}
  for (const [at, address] of list.entries()) {
    await page.goto(`/?lang=${lang}&narrow=${at}#${address}`)
    await settle(page)
    const width = await widthOf(page)
    if (width > WIDTH) wide[address] = width
  }
  expect(wide).toEqual({})
}

for (const lang of ['tw', 'en'] as const) {
  test(`no guest screen scrolls sideways at 320: ${lang}`, { tag: proveOnly }, ({ page }) =>
    measure(page, lang, addressesOf(false)),
  )

  test(`no member screen scrolls sideways at 320: ${lang}`, { tag: proveOnly }, async ({ page, open }) => {
    await open('/user/language')
    await measure(page, lang, addressesOf(true))
  })
}

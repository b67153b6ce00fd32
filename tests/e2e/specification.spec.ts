// Rows of docs/specification.md that belong to no feature and are tested in no other file.

import { loginForm, logIn, toast } from './support/fields.ts'
import { anyAccount } from './support/member.ts'
import { expect, test, proveOnly } from './support/test.ts'

test(
  'going back restores the scroll position and data of a page',
  { tag: proveOnly },
  async ({ page, texts, open }) => {
    // Short enough that the member centre needs to scroll.
    await page.setViewportSize({ width: 390, height: 480 })
    await open('/user/usercenter')
    await expect(page.getByText(texts.members.total).first()).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 160))
    await page.evaluate(() => (location.hash = '#/user/aboutUs'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shell.titles.about)
    // Cached content shows at once, even when the server no longer responds.
    await page.route('**/api/vue/**', (route) => route.abort('connectionreset'))
    await page.goBack()
    await expect(page.getByText('10,000,000.00').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160)
  },
)

test('an empty list says 目前沒有資料, or No data yet', { tag: proveOnly }, async ({ page, texts, open }) => {
  await open('/user/setting?view=restrictions')
  await expect(page.getByText(texts.shell.nothing)).toBeVisible()
})

test('a sign-in request sends the typed values unchanged', async ({ page, texts }) => {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/signIn')) bodies.push(request.postDataJSON())
  })
  await page.goto('/#/login/login')
  await expect(loginForm(page, texts).agreement).toBeVisible()
  const account = anyAccount()
  await logIn(page, texts, { account, password: ' Not trimmed 9 ' })
  await expect(toast(page, texts)).toContainText(texts.messages['account.wrong-credentials'])
  expect(bodies).toEqual([{ account, password: ' Not trimmed 9 ', agreementVersion: expect.any(String) }])
})

test('constant.width-cap: root and column grow with the width up to 750', async ({ page }) => {
  await page.goto('/#/login/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    return page.evaluate(() => ({
      root: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      column: document.querySelector('main')?.getBoundingClientRect().width ?? 0,
    }))
  }
  expect((await measure(375)).root).toBeCloseTo(16, 1)
  expect((await measure(600)).root).toBeCloseTo(25.6, 1)
  const largest = await measure(750)
  expect(largest.root).toBeCloseTo(32, 1)
  expect(largest.column).toBe(750)
  const wide = await measure(1280)
  expect(wide.root).toBeLessThan(32)
  expect(wide.column).toBeLessThanOrEqual(750)
})

// What the shell promises whichever screen is open: moving about, storage, time limits, scale.

import { loginForm, logIn, toast } from './support/fields.ts'
import { anyAccount } from './support/member.ts'
import { expect, test } from './support/test.ts'

test.describe('moving about', () => {
  test('the root path goes to the start page', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/#\/login\/start$/)
  })

  test('back without history goes to the member centre, with history one step', async ({
    page,
    texts,
    open,
  }) => {
    await open('/user/setting')
    const back = page.getByRole('button', { name: texts.shell.back })
    await back.click()
    await expect(page).toHaveURL(/#\/user\/usercenter$/)

    await page.goto('/?again#/user/setting')
    await page.getByRole('link', { name: texts.members.setting.language }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shell.titles.language)
    await back.click()
    await expect(page).toHaveURL(/#\/user\/setting$/)
  })

  test('going to the page one is on reloads it', async ({ page, texts, open }) => {
    await open('/user/usercenter')
    await page.evaluate(() => (document.body.dataset['here'] = 'before'))
    const mine = page.getByRole('navigation', { name: texts.shell.tabs.label }).getByRole('link')
    await mine.click()
    await expect(page.locator('body')).not.toHaveAttribute('data-here')
    await expect(page).toHaveURL(/#\/user\/usercenter$/)
  })

  test('the bottom menu has Mine, and no entry without a screen', async ({ page, texts, open }) => {
    await open('/user/usercenter')
    const entries = page.getByRole('navigation', { name: texts.shell.tabs.label }).getByRole('link')
    await expect(entries).toHaveText([texts.shell.tabs.mine])
  })

  test('a kept page has its place and its data when one comes back', async ({ page, texts, open }) => {
    // Short enough that the member centre does not fit.
    await page.setViewportSize({ width: 390, height: 480 })
    await open('/user/usercenter')
    await expect(page.getByText(texts.members.total)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 160))
    await page.evaluate(() => (location.hash = '#/user/aboutUs'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shell.titles.about)
    // What is kept shows at once, also when the server no longer answers.
    await page.route('**/api/vue/**', (route) => route.abort('connectionreset'))
    await page.goBack()
    await expect(page.getByText('10,000,000.00').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160)
  })

  test('an empty list says 暫無數據, or No data yet', async ({ page, texts, open }) => {
    await open('/user/setting?view=restrictions')
    await expect(page.getByText(texts.shell.nothing)).toBeVisible()
  })
})

test.describe('storage and start-up', () => {
  test('tklm, zjkm and hklm go when the root view goes', async ({ page }) => {
    await page.goto('/#/login/start')
    await expect(page.getByRole('button').first()).toBeVisible()
    await page.evaluate(() => {
      for (const key of ['tklm', 'zjkm', 'hklm', 'mine']) localStorage.setItem(key, 'x')
    })
    await page.goto('/icon.svg')
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['lang', 'mine'])
  })

  test('the config is asked for once, and its title is the page title on every screen', async ({
    page,
    texts,
    open,
  }) => {
    let asked = 0
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/vue/common/config')) return
      asked += 1
      expect([request.method(), request.postData()]).toEqual(['POST', '{"type":"all"}'])
    })
    await open('/user/usercenter')
    for (const [path, title] of [
      ['/user/setting', texts.shell.titles.setting],
      ['/user/language', texts.shell.titles.language],
    ] as const) {
      await page.evaluate((hash) => (location.hash = hash), `#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle('Fairlot')
    }
    expect(asked).toBe(1)
  })
})

test.describe('calls', () => {
  test('constant.request-timeout: a call that gets no answer is given up after 10000 ms', async ({
    page,
    texts,
  }) => {
    await page.route('**/api/vue/auth/signIn', () => {})
    await page.goto('/#/login/login')
    await expect(loginForm(page, texts).agreement).toBeVisible()
    const began = Date.now()
    await logIn(page, texts, { account: anyAccount(), password: 'river8bridge' })
    await expect(toast(page, texts)).toContainText(texts.shell.network.timeout.title, { timeout: 20_000 })
    expect(Date.now() - began).toBeGreaterThanOrEqual(10_000)
  })

  test('a refusal shows its translated text for 2000 ms, and the request is what was typed', async ({
    page,
    texts,
  }) => {
    await page.clock.install()
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/signIn')) bodies.push(request.postDataJSON())
    })
    await page.goto('/#/login/login')
    await expect(loginForm(page, texts).agreement).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const account = anyAccount()
    await logIn(page, texts, { account, password: ' Not trimmed 9 ' })
    const shown = toast(page, texts)
    await expect(shown).toContainText(texts.messages['account.wrong-credentials'])
    await page.clock.runFor(1_980)
    await expect(shown).toContainText(texts.messages['account.wrong-credentials'])
    await page.clock.runFor(40)
    await expect(shown).toBeHidden()
    expect(bodies).toEqual([{ account, password: ' Not trimmed 9 ', agreementVersion: expect.any(String) }])
  })
})

test('constant.width-cap: the root scales with the width up to 750, and the column is never wider', async ({
  page,
}) => {
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

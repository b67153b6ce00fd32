import type { Locator } from '@playwright/test'
import { logIn, loginForm, toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

test.describe('navigation', () => {
  test(
    'the start page shows three pages on the first visit only',
    { tag: proveOnly },
    async ({ page, texts }) => {
      const { pages } = texts.auth.start
      await page.goto('/')
      await expect(page).toHaveURL(/#\/login\/start$/)
      for (const at of [1, 2]) await page.getByRole('button', { name: pages.of(at, 3) }).click()
      await expect(page.getByRole('heading', { name: pages.balance.title })).toBeInViewport()
      await page.reload()
      await expect(page.getByRole('heading', { name: pages.draw.title })).toBeVisible()
      await expect(page.getByRole('heading', { name: pages.balance.title })).toHaveCount(0)
    },
  )

  test('a guest can browse and must log in for member pages', async ({ page, texts }) => {
    await page.goto('/#/login/start')
    await page.getByRole('button', { name: texts.auth.start.guest }).click()
    await expect(page).toHaveURL(/#\/home\/index$/)
    await expect(page.getByRole('heading', { name: texts.home.guest.title })).toBeVisible()
    await page.getByRole('link', { name: texts.home.links.follow }).click()
    await expect(page.getByText(texts.shell.signedOut.title)).toBeVisible()
  })

  test(
    'an unknown route shows a message and links home',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, open }) => {
      await open('/user/nothing')
      await expect(page.getByText(texts.shell.unknown.text)).toBeVisible()
      await page.getByRole('link', { name: texts.shell.unknown.action }).click()
      await expect(page).toHaveURL(/#\/home\/index$/)
    },
  )

  test('back with no history goes home', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open('/user/setting')
    await page.getByRole('button', { name: texts.shell.back }).click()
    await expect(page).toHaveURL(/#\/home\/index$/)
  })

  test('back with history goes one step back', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open('/user/usercenter')
    await page.getByRole('button', { name: texts.members.settings }).click()
    // Both pages have a link with this name, and a cached page is only hidden: wait, so that the click does not hit the
    // old one.
    await expect(page.getByRole('heading', { name: texts.shell.titles.setting })).toBeVisible()
    await page.getByRole('link', { name: texts.members.rows.security }).click()
    await expect(page).toHaveURL(/view=security$/)
    await page.getByRole('button', { name: texts.shell.back }).click()
    await expect(page).toHaveURL(/#\/user\/setting$/)
  })

  test('a link to the current hash reloads the page', { tag: proveOnly }, async ({ page, texts, open }) => {
    await open('/user/usercenter')
    await settle(page)
    await page.evaluate(() => Object.assign(window, { marked: true }))
    await page
      .getByRole('navigation', { name: texts.shell.tabs.label })
      .getByRole('link', { name: texts.shell.tabs.mine })
      .click()
    await page.waitForFunction(() => !('marked' in window))
    await expect(page.getByText(texts.members.total).first()).toBeVisible()
  })

  test(
    'the bottom menu shows seven entries and marks the current one',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      await open('/user/usercenter')
      const menu = page.getByRole('navigation', { name: texts.shell.tabs.label })
      const { home, trade, market, follow, mine, news, funds } = texts.shell.tabs
      await expect(menu.getByRole('link')).toHaveText([home, trade, market, follow, mine, news, funds])
      await expect(menu.getByRole('link', { name: mine })).toHaveAttribute('aria-current', 'page')
    },
  )

  test(
    'Layout width cap 750: a wider window does not stretch the page',
    { tag: proveOnly },
    async ({ page }) => {
      await page.setViewportSize({ width: 1200, height: 900 })
      await page.goto('/#/login/login')
      await settle(page)
      const box = await page.locator('form').boundingBox()
      expect(box?.width).toBeLessThanOrEqual(750)
      const { left, right } = await page.evaluate(() => {
        const rect = document.querySelector('main')!.getBoundingClientRect()
        return { left: rect.left, right: innerWidth - rect.right }
      })
      expect(Math.abs(left - right)).toBeLessThanOrEqual(1)
      expect(left).toBeGreaterThan(200)
    },
  )

  test('the root font size grows with the width of the phone', { tag: proveOnly }, async ({ page }) => {
    await page.goto('/#/login/login')
    const sizeAt = async (width: number) => {
      await page.setViewportSize({ width, height: 844 })
      return page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    }
    const sizes = [await sizeAt(360), await sizeAt(390), await sizeAt(750)]
    expect(sizes[1]).toBeGreaterThan(sizes[0]!)
    expect(sizes[2]).toBeGreaterThanOrEqual(sizes[1]!)
  })
})

test.describe('messages', () => {
  test('a server message toast closes after 2000 ms', { tag: proveOnly }, async ({ page, texts, member }) => {
    await page.clock.install()
    await page.goto('/#/login/login')
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await logIn(page, texts, { account: member.account, password: 'not9thepassword' })
    const text = toast(page, texts).getByText(texts.messages['account.wrong-credentials'])
    await expect(text).toBeVisible()
    await page.clock.runFor(1_990)
    await expect(text).toBeVisible()
    await page.clock.runFor(20)
    await expect(text).toBeHidden()
  })

  test('a toast covers no price and stays on its page', { tag: proveOnly }, async ({ page, texts, open }) => {
    await page.clock.install()
    await open('/home/index')
    await settle(page)
    await page.evaluate(() => void (location.hash = '/market/marketDetail?symbol=2317'))
    const star = page.getByRole('button', { name: texts.favourites.add })
    await expect(star).toBeVisible()
    await settle(page)
    // From here on only the test moves the clock.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await star.click()
    const text = toast(page, texts).getByText(texts.favourites.added)
    await expect(text).toBeVisible()
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      if (box === null) throw new Error('not on the screen')
      return { top: box.y, bottom: box.y + box.height }
    }
    const shown = await boxOf(toast(page, texts))
    const bar = await boxOf(page.locator('[data-bottom-bar]').filter({ visible: true }))
    const periods = await boxOf(page.getByRole('tablist', { name: texts.detail.periods.label }))
    expect(shown.bottom).toBeLessThanOrEqual(bar.top)
    expect(shown.top).toBeGreaterThan(periods.bottom)
    await page.clock.runFor(1_100)
    await expect(text).toBeVisible()
    await page.getByRole('button', { name: texts.shell.back }).click()
    await expect(page).toHaveURL(/#\/home\/index$/)
    await expect(text).toBeHidden()
  })

  test('a helper toast closes after 3000 ms', { tag: proveOnly }, async ({ page, texts, member }) => {
    await page.clock.install()
    await page.goto('/#/login/login')
    await settle(page)
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.route('**/auth/signIn', (route) => route.abort())
    await logIn(page, texts, member)
    const text = toast(page, texts).getByText(texts.shell.network.offline.title)
    await expect(text).toBeVisible()
    await page.clock.runFor(2_990)
    await expect(text).toBeVisible()
    await page.clock.runFor(20)
    await expect(text).toBeHidden()
  })

  test(
    'an unknown message code shows the generic text',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/login')
      await settle(page)
      await page.route('**/auth/signIn', (route) =>
        route.fulfill({ status: 409, json: { status: 409, msg: 'from-the-future', data: null } }),
      )
      await logIn(page, texts, member)
      await expect(toast(page, texts).getByText(texts.shell.generic)).toBeVisible()
    },
  )

  test(
    'a request without a response times out after 10000 ms',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/login')
      await settle(page)
      await page.route('**/auth/signIn', () => {})
      const asked = page.waitForRequest('**/auth/signIn')
      await logIn(page, texts, member)
      await asked
      const began = Date.now()
      await expect(toast(page, texts)).toContainText(texts.shell.network.timeout.title)
      await expect(toast(page, texts)).toContainText(texts.shell.network.timeout.text)
      expect(Date.now() - began).toBeGreaterThan(9_500)
      // The form can be used again.
      await expect(loginForm(page, texts).submit).not.toHaveAttribute('aria-busy')
    },
  )

  test('a slow response shows progress, and a double tap sends once', async ({ page, texts, member }) => {
    await page.goto('/#/login/login')
    await settle(page)
    let count = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/signIn', async (route) => {
      count += 1
      await held
      await route.continue()
    })
    const form = loginForm(page, texts)
    await form.account.fill(member.account)
    await form.password.fill(member.password)
    await form.agreement.check()
    await form.submit.dblclick()
    await expect(form.submit).toHaveAttribute('aria-busy', 'true')
    // Forced: the button is marked disabled while it works.
    await form.submit.click({ force: true })
    release()
    await expect(page).toHaveURL(/#\/home\/index$/)
    expect(count).toBe(1)
  })
})

test.describe('when something does not load', () => {
  test(
    'a failed chunk shows the retry screen, and retrying loads it',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts, complaints }) => {
      complaints.expect(/a part of the app did not load|dynamically imported module|Minified React error/)
      let fails = true
      await page.route('**/assets/AboutScreen-*.js', (route) => (fails ? route.abort() : route.continue()))
      await page.goto('/#/user/aboutUs')
      await expect(page.getByRole('heading', { level: 2, name: texts.shell.chunk.title })).toBeVisible()
      await expect(page.getByText(texts.shell.chunk.text)).toBeVisible()
      await expectCleanPage(page, 'a part that did not load')
      fails = false
      await page.getByRole('button', { name: texts.shell.chunk.action }).click()
      await expect(page.getByText(texts.site.about.practice)).toBeVisible()
    },
  )

  test(
    'a failed read shows the request id and can be retried',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      let fails = true
      await page.route('**/positions/account', (route) =>
        fails
          ? route.fulfill({
              status: 503,
              json: { status: 503, msg: 'system.busy', data: null, requestId: 'req-1' },
            })
          : route.continue(),
      )
      await open()
      await expect(page.getByText(texts.shell.readFailed.text)).toBeVisible()
      await expect(page.getByText(texts.shell.readFailed.request('req-1'))).toBeVisible()
      fails = false
      await page.getByRole('button', { name: texts.shell.retry }).click()
      await expect(page.getByText('10,000,000.00').first()).toBeVisible()
    },
  )

  test(
    'the app shows a notice while offline',
    { tag: proveOnly },
    async ({ page, texts, open, context, complaints }) => {
      // The live connection is cut too and reconnects.
      complaints.expect(/WebSocket.*ERR_INTERNET_DISCONNECTED/)
      await open('/user/setting')
      await settle(page)
      await context.setOffline(true)
      await expect(page.getByText(texts.shell.offline)).toBeVisible()
      await expectCleanPage(page, 'offline')
      await context.setOffline(false)
      await expect(page.getByText(texts.shell.offline)).toBeHidden()
    },
  )
})

test.describe('storage', () => {
  test('leaving the app removes tklm, zjkm and hklm', { tag: proveOnly }, async ({ page, open }) => {
    await open('/user/setting')
    await settle(page)
    await page.evaluate(() => {
      for (const key of ['tklm', 'zjkm', 'hklm']) localStorage.setItem(key, 'x')
    })
    await page.goto('/icon.svg')
    const keys = await page.evaluate(() => Object.keys(localStorage).toSorted())
    expect(keys).toEqual(['account', 'lang', 'tokend'])
  })

  test('storage holds only the named keys and device preferences', async ({ page, texts, open }) => {
    await open('/user/setting')
    await page.getByRole('radio', { name: texts.members.setting.themes.dark }).click({ force: true })
    await page.getByRole('radio', { name: texts.members.setting.upDowns.west }).click({ force: true })
    await page.goto('/#/user/usercenter')
    await page.getByRole('button', { name: texts.members.hide }).click()
    const keys = await page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted(),
    )
    expect(keys).toEqual(['account', 'hide-amounts', 'lang', 'theme', 'tokend', 'updown'])
  })
})

test.describe('service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the app opens offline and caches no API response', async ({
    page,
    texts,
    open,
    context,
    complaints,
  }) => {
    complaints.expect(/WebSocket.*ERR_INTERNET_DISCONNECTED/)
    await open()
    await settle(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shell.titles.userCenter)
    await expect(page.getByText(texts.shell.offline)).toBeVisible()
    await expect(page.getByText('10,000,000.00')).toHaveCount(0)
    const cached = await page.evaluate(async () => {
      const urls: string[] = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname)
      return urls
    })
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(cached).toContain('/')
  })

  test('the web manifest makes the app installable', { tag: proveOnly }, async ({ page }) => {
    await page.goto('/#/login/start')
    const manifest = await page.context().request.get('/app.webmanifest')
    expect(await manifest.json()).toMatchObject({
      display: 'standalone',
      start_url: expect.any(String),
      icons: expect.arrayContaining([expect.objectContaining({ purpose: 'maskable' })]),
    })
  })
})

test(
  'the settings offer to install the app once the browser does',
  { tag: proveOnly },
  async ({ page, open, texts }) => {
    await open('/user/setting')
    const row = page.getByRole('button', { name: texts.members.setting.install })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(row).toHaveCount(0)
    // The headless browser never offers it: the event is scripted, the app's own code runs.
    const asked = await page.evaluateHandle(() => {
      const calls: boolean[] = []
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void calls.push(offer.defaultPrevented),
      })
      window.dispatchEvent(offer)
      return calls
    })
    await row.click()
    await expect(row).toHaveCount(0)
    expect(await asked.jsonValue()).toEqual([true])
  },
)

test('a text shared by another app opens the search', { tag: proveOnly }, async ({ page, baseURL }) => {
  const manifest = (await (await page.request.get('/app.webmanifest')).json()) as {
    readonly share_target: { readonly action: string; readonly params: Readonly<Record<string, string>> }
  }
  const { action, params } = manifest.share_target
  await page.goto(`${action}?${params['text']}=${encodeURIComponent('看看 2382')}`)
  await expect(page).toHaveURL(/\/#\/home\/search\?q=2382$/)
  await expect(page.getByRole('searchbox')).toHaveValue('2382')
  const own = `${new URL(baseURL ?? '').origin}/#/user/aboutUs`
  await page.goto(`${action}?${params['url']}=${encodeURIComponent(own)}`)
  await expect(page).toHaveURL(/\/#\/user\/aboutUs$/)
})

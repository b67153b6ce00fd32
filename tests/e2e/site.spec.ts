import manifest from '../../package.json' with { type: 'json' }
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import { textsOf } from './support/texts.ts'

interface Pair {
  readonly name: string
  readonly value: string
}

test.describe('site config', () => {
  test('config is called once at start-up, with the type all', async ({ page, open }) => {
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vue/common/config')) bodies.push(request.postDataJSON())
    })
    await open()
    await settle(page)
    await page.goto('/#/user/setting')
    await page.goto('/#/user/aboutUs')
    await settle(page)
    expect(bodies).toEqual([{ type: 'all' }])
  })

  test('the page title is the site title', { tag: proveOnly }, async ({ page }) => {
    await page.route('**/common/config', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: Pair[] }
      const data = body.data.filter(({ name }) => name !== 'title')
      await route.fulfill({
        response,
        json: { ...body, data: [...data, { name: 'title', value: 'Harbour Paper' }] },
      })
    })
    await page.goto('/#/user/aboutUs')
    await expect(page).toHaveTitle('Harbour Paper')
    await expect(page.getByRole('heading', { level: 2, name: 'Harbour Paper' })).toBeVisible()
  })

  test('a broken site logo falls back to the bundled logo', { tag: proveOnly }, async ({ page }) => {
    const asked: string[] = []
    await page.route('**/common/config', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: Pair[] }
      const data = body.data.filter(({ name }) => name !== 'logo')
      await route.fulfill({
        response,
        json: { ...body, data: [...data, { name: 'logo', value: 'nowhere/logo.png' }] },
      })
    })
    page.on('request', (request) => {
      if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/#/user/aboutUs')
    await settle(page)
    await expect(page.locator('main svg[role=img]').first()).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
    expect(asked).toContain('/api/nowhere/logo.png')
  })

  test('the app works without site config', { tag: proveOnly }, async ({ page, texts }) => {
    await page.route('**/common/config', (route) => route.abort())
    await page.goto('/#/login/register')
    await expect(page.getByRole('heading', { level: 1, name: texts.auth.register.title })).toBeVisible()
    await expect(page).toHaveTitle('Fairlot')
  })
})

test.describe('language', () => {
  test(
    'a language switch takes effect at once and is kept',
    { tag: everyAppearance },
    async ({ page, lang, texts }) => {
      const other = lang === 'tw' ? 'en' : 'tw'
      await page.goto('/#/user/language')
      await page.getByRole('radio', { name: texts.site.language.names[other] }).click({ force: true })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf(other).shell.titles.language)
      await expect(page.locator('html')).toHaveAttribute('lang', other === 'tw' ? 'zh-Hant-TW' : 'en')
      expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(other)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf(other).shell.titles.language)
    },
  )

  test(
    'lang in the query overrides the stored language and replaces it',
    { tag: proveOnly },
    async ({ page }) => {
      const heading = page.getByRole('heading', { level: 1 })
      for (const [address, lang] of [
        ['/?lang=en#/user/language', 'en'],
        ['/?lang=tw#/user/language', 'tw'],
        ['/?n=1#/user/language?lang=en', 'en'],
        ['/?n=2#/user/language', 'en'],
        ['/?lang=xx#/user/language', 'en'],
      ] as const) {
        await page.goto(address)
        await expect(heading).toHaveText(textsOf(lang).shell.titles.language)
        expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(lang)
      }
    },
  )

  test('the languages are en and tw, and tw is the default', { tag: proveOnly }, async ({ page }) => {
    await page.goto('/icon.svg')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/#/user/language')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('tw').shell.titles.language)
    await expect(page.getByRole('radio')).toHaveCount(2)
  })

  test(
    'the login form keeps its input when the language changes',
    { tag: proveOnly },
    async ({ page, texts, lang }) => {
      const other = lang === 'tw' ? 'en' : 'tw'
      await page.goto('/#/login/login')
      await page.getByRole('textbox', { name: texts.auth.login.account }).fill('0912')
      await page.getByRole('button', { name: texts.auth.language.short[lang] }).click()
      await expectCleanPage(page, 'choosing a language')
      await page.getByRole('radio', { name: texts.auth.language.names[other] }).click({ force: true })
      await expect(page.getByRole('textbox', { name: textsOf(other).auth.login.account })).toHaveValue('0912')
    },
  )
})

test.describe('agreement and about', () => {
  test(
    'anyone can read the agreement and the privacy policy',
    { tag: proveOnly },
    async ({ page, texts }) => {
      const { agreement } = texts.site
      await page.goto('/#/user/agreement')
      const clauses = page
        .getByRole('tabpanel', { name: agreement.agreement })
        .getByRole('heading', { level: 2 })
      await expect(clauses.first()).toBeVisible()
      await page.getByRole('tab', { name: agreement.privacy }).click()
      await expect(page).toHaveURL(/part=privacy$/)
      await expect(
        page.getByRole('tabpanel', { name: agreement.privacy }).getByRole('heading').first(),
      ).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(agreement.privacy)
    },
  )

  test(
    'the about page shows the operator, the version and the licences',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts }) => {
      const { about } = texts.site
      await page.goto('/#/user/aboutUs')
      for (const label of Object.values(about.fields))
        await expect(page.getByText(label, { exact: true })).toBeVisible()
      await expect(page.getByText(about.practice)).toBeVisible()
      await expect(page.getByText(about.version(manifest.version))).toBeVisible()
      await page.getByRole('button', { name: about.licences }).click()
      const sheet = page.getByRole('dialog', { name: about.licencesTitle })
      await expect(sheet.getByText(/^react-dom/)).toBeVisible()
      await expectCleanPage(page, 'the licences')
      const all = await page.context().request.get('/licences.txt')
      expect(await all.text()).toContain('react-dom')
    },
  )
})

test.describe('rules', () => {
  test(
    'rule search finds a rule with its value and bounds',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts }) => {
      const { rules } = texts
      await page.goto('/#/user/aboutUs')
      await page.getByRole('link', { name: texts.site.about.rules }).click()
      await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.rules })).toBeVisible()
      const search = page.getByRole('searchbox', { name: rules.search })
      await search.fill('margin.callRatio')
      const row = page.getByRole('button', { name: rules.titles['margin.callRatio'] ?? '' })
      await expect(row).toContainText('130%')
      await row.click()
      await expect(page.getByText(rules.range('130%', '166%'))).toBeVisible()
      await expect(page.getByText(rules.never)).toBeVisible()
      await expectCleanPage(page, 'one rule')
      await search.fill('zzz')
      await expect(page.getByText(texts.shell.nothing)).toBeVisible()
      await page.getByRole('button', { name: rules.clear }).click()
      await page.getByRole('button', { name: rules.chapterNames['day-trading'] ?? '', exact: true }).click()
      await expect(page.getByText('dayTrade.lockMinutes')).toBeVisible()
      await expect(page.getByText('fee.brokerage', { exact: true })).toHaveCount(0)
    },
  )

  test(
    'an announced rule change is shown with old and new value',
    { tag: proveOnly },
    async ({ page, texts }) => {
      const { rules } = texts
      await page.route('**/site/rules', async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as {
          data: { rules: { rule: string; history: object[] }[] }
        }
        const fee = body.data.rules.find(({ rule }) => rule === 'fee.brokerage')
        fee?.history.unshift({
          value: 1_000,
          announcedAt: '2026-01-01T00:00:00.000Z',
          holdsFrom: '2099-01-01T00:00:00.000Z',
          reason: 'Cheaper.',
          reasonEn: 'Cheaper.',
          stoppedAt: null,
        })
        await route.fulfill({ response, json: body })
      })
      await page.goto('/#/user/aboutUs?view=rules')
      const title = rules.titles['fee.brokerage'] ?? ''
      await expect(page.getByText(rules.announced.text(title, '0.1425%', '0.10%'))).toBeVisible()
    },
  )
})

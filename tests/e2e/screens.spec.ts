// Every screen of the route table, in every appearance and every state. A new route is included automatically.

import type { Page } from '@playwright/test'
import { readRouteTable } from '../../scripts/check/route-table.ts'
import { problemsOf, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

const routes = readRouteTable(process.cwd())
/** Other specs cover the login pages that need a pending or blocked sign-in or a remembered account. */
const elsewhere = ['/login/logon2', '/login/reLogin', '/login/login?view=restrictions', '/gallery']
const addresses = routes.map(({ address }) => address).filter((address) => !elsewhere.includes(address))
const isOwn = (address: string) =>
  routes.some((route) => route.address === address && route.access === 'member')
const ownAddresses = addresses.filter(isOwn)

/**
 * CI opens each screen in one of its two appearances, in turns; `npm run prove` opens every screen in all six. What is
 * left of a fault of the other appearance is colour, which `npm run check` measures, and longer texts.
 */
const shareOf = (list: readonly string[], project: string): readonly string[] =>
  process.env['CI'] === '1' ? list.filter((_, at) => (at % 2 === 0) === project.startsWith('390')) : list

/** Checks all screens before failing, so that one run names every fault. The time limit grows with the table. */
const checkScreens = async (page: Page, list: readonly string[], ready: () => Promise<void>) => {
  test.setTimeout(90_000 + list.length * 4_000)
  const problems: Record<string, string[]> = {}
  for (const [at, address] of list.entries()) {
    // A new query loads a new document. With the hash alone the previous screen would stay until this one is loaded.
    await page.goto(`/?screen=${at}#${address}`)
    await ready()
    const found = await problemsOf(page)
    if (found.length > 0) problems[address] = found
  }
  expect(problems).toEqual({})
}

test.describe('no accessibility or layout fault', () => {
  test('on any screen a guest can open', { tag: everyAppearance }, async ({ page }, { project }) => {
    const list = [
      ...addresses.filter((address) => !isOwn(address)),
      '/market/market?tab=sectors',
      '/market/market?tab=screener&price=10..500&kind=stock',
      '/login/logon?do=sign-in',
      '/user/agreement?part=privacy',
      '/nowhere',
    ]
    await checkScreens(page, shareOf(list, project.name), () => settle(page))
  })

  test('on any screen of a member', { tag: everyAppearance }, async ({ page, open }, { project }) => {
    await open('/user/usercenter')
    await checkScreens(page, shareOf(ownAddresses, project.name), () => settle(page))
  })

  test(
    'on any screen whose requests fail',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, open, texts }) => {
      await open('/user/language')
      await page.route('**/api/vue/**', (route) => route.abort('connectionreset'))
      const failed = page.getByText(texts.shell.readFailed.title).first()
      const list = [
        '/user/usercenter',
        '/user/setting?view=security',
        '/user/setting?view=sign-ins',
        '/user/agreement',
      ]
      await checkScreens(page, [...list, '/user/setPassword'], () => failed.waitFor())
    },
  )

  test(
    'on any member screen while signed out',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, texts }) => {
      // By its role: a cached page may contain the same text, hidden.
      const signedOut = page.getByRole('heading', { name: texts.shell.signedOut.title })
      await checkScreens(page, ownAddresses.slice(0, 2), () => signedOut.waitFor())
      for (const address of ownAddresses.slice(2)) {
        await page.goto(`/#${address}`)
        await expect(signedOut).toBeVisible()
      }
    },
  )

  test(
    'on any screen that is still loading',
    { tag: [twoAppearances, proveOnly] },
    async ({ page, open, texts }) => {
      await open('/user/language')
      await settle(page)
      // Requests never get a response, so every screen stays in its loading state.
      await page.route('**/api/vue/**', () => {})
      const waiting = page.getByRole('status', { name: texts.shell.loading }).first()
      await checkScreens(
        page,
        ['/user/usercenter', '/user/setting?view=devices', '/user/agreement'],
        async () => {
          await waiting.waitFor()
          // The skeleton appears after 300 ms.
          await waiting.locator('*').first().waitFor({ state: 'attached' })
        },
      )
    },
  )

  test('escapes the check when planted', async ({ page, complaints }) => {
    complaints.expect(/violates/)
    await page.goto('/#/user/aboutUs')
    await settle(page)
    expect(await problemsOf(page)).toEqual([])
    await page.evaluate(() => {
      const main = document.querySelector('main')
      const plant = (tag: string, text: string, style: Partial<CSSStyleDeclaration>) => {
        const element = document.createElement(tag)
        element.textContent = text
        Object.assign(element.style, style)
        main?.prepend(element)
        return element
      }
      plant('p', 'cut at the right side of its box', {
        width: '40px',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
      })
      plant('p', 'only half of this line can be seen', { height: '8px', overflow: 'hidden' })
      plant('p', 'wider than the phone', { width: '2000px', textAlign: 'right' })
      document.body.append(plant('p', 'wider than the page', { width: '3000px' }))
      plant('p', 'pale', { color: '#888', background: '#999' })
      plant('button', 'x', { width: '30px', height: '30px' })
      const mark = plant('span', 'mark', { marginLeft: '-2rem' })
      document.querySelector('h1')?.after(mark)
    })
    const problems = (await problemsOf(page)).join('\n')
    for (const pattern of [
      /clipped text: "cut at/,
      /clipped text: "only half.* of height/,
      /sideways scroll/,
      /text outside the screen: "wider/,
      /axe color-contrast/,
      /small target: 30 by 30: BUTTON "x"/,
      /title touches: ".+" and "mark"/,
    ])
      expect(problems).toMatch(pattern)
  })
})

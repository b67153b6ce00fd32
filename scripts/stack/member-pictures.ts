// Screenshots of the member app for npm run screens: every route and view, by the person and with the subject that the data
// names for it.
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { readRouteTable, type ScreenRoute } from '../check/route-table.ts'
import type { PictureData } from './picture-data.ts'
import { watchRequests } from './quiet-page.ts'

export interface Appearance {
  readonly lang: 'tw' | 'en'
  readonly theme: 'light' | 'dark'
  readonly width: number
}

interface Asked {
  readonly browser: Browser
  readonly root: string
  readonly origin: string
  readonly demo: string
  readonly folder: string
  readonly wanted: readonly string[]
  readonly appearances: readonly Appearance[]
  readonly data: PictureData
}

interface Account {
  readonly account: string
  readonly password: string
}

const height = 844
/** The lists of stocks go on. */
const tallest = 2_800

/** As tw-dark or en-light-360; undefined when it is neither. */
export function readAppearance(text: string): Appearance | undefined {
  const [, lang, theme, width] = /^(tw|en)-(light|dark)(?:-(\d{3}))?$/.exec(text) ?? []
  if (lang === undefined || theme === undefined) return undefined
  return {
    lang: lang as Appearance['lang'],
    theme: theme as Appearance['theme'],
    width: Number(width ?? 390),
  }
}

/** Returns how many were taken. */
export async function takeMemberPictures(asked: Asked): Promise<number> {
  const { browser, root, origin, demo, folder, wanted, appearances, data } = asked
  const routes = readRouteTable(root).filter(
    ({ address }) => wanted.length === 0 || wanted.some((path) => address.startsWith(path)),
  )
  if (routes.length === 0) return 0
  const member = accountIn(demo, /account (\d{10})\s+password (\S+)/)
  let taken = 0
  for (const appearance of appearances) {
    const open = () => openContext(browser, origin, appearance)
    const guest = await open()
    const signedIn = new Map<string, BrowserContext>()
    const contextOf = async (account: string): Promise<BrowserContext> => {
      let context = signedIn.get(account)
      if (context === undefined) {
        signedIn.set(account, (context = await open()))
        await signIn(context, { account, password: data.passwords[account] ?? member.password })
      }
      return context
    }
    for (const route of routes) {
      const { query, as } = sampleOf(data, route.address)
      const reach = reached[route.address]
      const context = reach
        ? await open()
        : route.access === 'guest'
          ? guest
          : await contextOf(as ?? member.account)
      const page = await context.newPage()
      const isQuiet = watchRequests(page)
      const address = `${route.address}${query === '' ? '' : `${route.address.includes('?') ? '&' : '?'}${query}`}`
      if (reach) {
        const account = as ?? member.account
        await reach(page, { account, password: data.passwords[account] ?? '' }, demo)
      } else await page.goto(`/#${address}`)
      await settle(page, isQuiet)
      await takePicture(
        page,
        join(folder, `${nameOf(route)}.${nameOfAppearance(appearance)}.png`),
        appearance,
      )
      await page.close()
      if (reach) await context.close()
      taken += 1
    }
    for (const context of [guest, ...signedIn.values()]) await context.close()
  }
  return taken
}

const nameOf = ({ address }: ScreenRoute): string => address.slice(1).replaceAll(/[/?=&]+/g, '-')

const nameOfAppearance = ({ lang, theme, width }: Appearance): string =>
  `${lang}-${theme}${width === 390 ? '' : `-${width}`}`

function sampleOf(
  { screens }: PictureData,
  address: string,
): { readonly query: string; readonly as?: string } {
  return { query: '', ...(screens[address] ?? screens[address.split('?')[0]!]) }
}

function accountIn(demo: string, pattern: RegExp): Account {
  const [, account, password] = pattern.exec(demo) ?? []
  if (!account || !password) throw new Error(`the seed printed no account and password:\n${demo}`)
  return { account, password }
}

const openContext = (browser: Browser, origin: string, { lang, theme, width }: Appearance) =>
  browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: theme,
    locale: lang === 'tw' ? 'zh-TW' : 'en',
    timezoneId: 'Asia/Taipei',
    reducedMotion: 'reduce',
    // The test stack lets each request set the hour of the bank.
    extraHTTPHeaders: { 'x-bank-time': bankTime() },
    storageState: {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            { name: 'lang', value: lang },
            { name: 'theme', value: theme },
          ],
        },
      ],
    },
  })

/** Eleven in the morning in Taipei, today or on the last weekday. */
function bankTime(): string {
  const dayMs = 86_400_000
  const now = Date.now() + 8 * 3_600_000
  const back = { 0: 2, 6: 1 }[new Date(now).getUTCDay()] ?? 0
  return `${new Date(now - back * dayMs).toISOString().slice(0, 10)}T11:00:00+08:00`
}

/** Through the form, as a member would. */
async function fillIn(page: Page, { account, password }: Account): Promise<void> {
  await page.goto('/#/login/login')
  await page.locator('input[autocomplete~="username"]').fill(account)
  await page.locator('input[autocomplete~="current-password"]').fill(password)
  await page.getByRole('checkbox').check()
  await page.locator('button[type="submit"]').click()
}

async function signIn(context: BrowserContext, account: Account): Promise<void> {
  const page = await context.newPage()
  await fillIn(page, account)
  await page.waitForFunction(() => localStorage.getItem('tokend') !== null)
  await page.close()
}

type Reach = (page: Page, account: Account, demo: string) => Promise<void>

/** Screens that only a step before them leads to. */
const reached: Readonly<Record<string, Reach>> = {
  '/login/reLogin': async (page, account) => {
    await page.goto('/icon.svg')
    await page.evaluate((name) => localStorage.setItem('account', name), account.account)
    await page.goto('/#/login/reLogin')
  },
  '/login/logon2': async (page, _account, demo) => {
    await fillIn(page, accountIn(demo, /member with two-step\s+account (\d{10})\s+password (\S+)/))
    await page.waitForURL(/logon2/)
  },
  '/login/login?view=restrictions': async (page, account) => {
    await fillIn(page, account)
    await page.getByRole('alert').getByRole('button').click()
    await page.waitForURL(/view=restrictions/)
  },
}

async function takePicture(page: Page, path: string, { width }: Appearance): Promise<void> {
  // A long page is captured on a tall phone: in a full-page screenshot the menu would float in the middle.
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, tall), tallest) })
  await page.screenshot({ path })
}

/** Waits until the screen has its heading, its data and its fonts. */
async function settle(page: Page, isQuiet: () => Promise<void>): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  // A screen that is being loaded is empty for a moment before it shows its skeleton.
  await page.waitForFunction(() => (document.querySelector('main')?.innerText.trim().length ?? 0) > 0)
  await isQuiet()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.locator('main div[role="status"][aria-label]').first().waitFor({ state: 'detached' })
}

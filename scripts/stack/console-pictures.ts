// Screenshots of the console for npm run screens: at its design size and on a tablet, in both languages and themes.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { watchRequests } from './quiet-page.ts'

interface Asked {
  readonly browser: Browser
  readonly stack: { readonly consoleOrigin: string; readonly demo: string }
  readonly folder: string
  readonly wanted: readonly string[]
  /** Of the member app: the console is taken in the same languages and themes. */
  readonly appearances: readonly { readonly lang: string; readonly theme: string; readonly width: number }[]
}

/** Every page a feature lists. The lists are parsed and not imported, because they name browser components. */
export function readPages(): readonly string[] {
  const folder = resolve(import.meta.dirname, '../../apps/console/src/features')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)pages\.ts$/.test(name))
    .toSorted()
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2,4}path: '(\/[^']*)'/gm)])
    .map(([, path = '']) => path)
}

/** Pages that show an entry beside their list, once one is chosen. */
const chooseFirst: ReadonlySet<string> = new Set([
  '/auctions',
  '/audit',
  '/corporate-actions',
  '/credit',
  '/draws',
  '/mentors',
  '/orders',
  '/placements',
  '/queue',
  '/rates',
  '/rules',
  '/support',
])

const appearances = [
  { lang: 'tw', theme: 'light', width: 1440, height: 900 },
  { lang: 'tw', theme: 'dark', width: 1440, height: 900 },
  { lang: 'en', theme: 'light', width: 1440, height: 900 },
  { lang: 'en', theme: 'dark', width: 1440, height: 900 },
  { lang: 'tw', theme: 'light', width: 1024, height: 768 },
  { lang: 'tw', theme: 'light', width: 820, height: 1180 },
] as const

/** Returns how many were taken. */
export async function takeConsolePictures({
  browser,
  stack,
  folder,
  wanted,
  appearances: asked,
}: Asked): Promise<number> {
  const chosen = readPages().filter(
    (path) => wanted.length === 0 || wanted.some((each) => path.startsWith(each)),
  )
  if (chosen.length === 0) return 0
  // An authenticator code works once: one sign-in, whose cookies all screenshots share.
  const cookies = chosen.some((path) => path !== '/sign-in') ? await signIn(browser, stack) : []
  let taken = 0
  const isAsked = (lang: string, theme: string): boolean =>
    asked.some((each) => each.lang === lang && each.theme === theme && each.width === 390)
  for (const { lang, theme, width, height } of appearances.filter((each) => isAsked(each.lang, each.theme))) {
    for (const path of chosen) {
      const context = await browser.newContext({
        baseURL: stack.consoleOrigin,
        viewport: { width, height },
        colorScheme: theme,
        locale: lang === 'tw' ? 'zh-TW' : 'en',
        timezoneId: 'Asia/Taipei',
        reducedMotion: 'reduce',
        storageState: {
          cookies: path === '/sign-in' ? [] : cookies,
          origins: [
            {
              origin: stack.consoleOrigin,
              localStorage: [
                { name: 'console-lang', value: lang },
                { name: 'console-theme', value: theme },
              ],
            },
          ],
        },
      })
      const page = await context.newPage()
      const isQuiet = watchRequests(page)
      await page.goto(`/#${path}`)
      await page.locator('h1').first().waitFor()
      await settle(page, path, isQuiet)
      await page.screenshot({
        path: join(folder, `console${path.replaceAll('/', '-')}.${width}-${lang}-${theme}.png`),
      })
      await context.close()
      taken += 1
    }
  }
  return taken
}

async function settle(page: Page, path: string, isQuiet: () => Promise<void>): Promise<void> {
  await isQuiet()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  if (!chooseFirst.has(path)) return
  const first = page.locator('main tbody th button, main section li button').first()
  if (path === '/audit' || path === '/queue') await page.keyboard.press('j')
  else if (await first.isVisible()) await first.click()
  await isQuiet()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** As the first operator the seed printed, through the form. */
async function signIn(browser: Browser, { consoleOrigin, demo }: Asked['stack']) {
  const [, login, password, secret] =
    /operator\s+login (\S+)\s+password (.+)\n\s+authenticator secret (\S+)/.exec(demo) ?? []
  if (!login || !password || !secret) throw new Error(`the seed printed no operator:\n${demo}`)
  const context = await browser.newContext({ baseURL: consoleOrigin })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[autocomplete~="username"]').fill(login)
  await page.locator('input[autocomplete~="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  // The step after the one the seed enrolled with: the server accepts one step ahead.
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
  await page.locator('input[autocomplete="one-time-code"]').fill(code)
  await page.locator('nav').waitFor()
  const { cookies } = await context.storageState()
  await context.close()
  return cookies
}

// npm run screens: screenshots of every route in both languages and both themes, 390 wide at two device pixels, and of
// every console page at desktop width, into .screens. Arguments choose routes: npm run screens -- /login/start /queue
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { readRouteTable, type ScreenRoute } from './check/route-table.ts'
import { makeSomethingToSee, type Samples } from './screens-data.ts'
import { chromiumFlags, findHeadlessChromium } from './stack/chromium.ts'
import { readLayout } from './stack/layout.ts'
import { startStack } from './stack/stack.ts'
import { takeConsolePictures } from './stack/console-pictures.ts'

const layout = readLayout({
  FAIRLOT_DEV_DIR: '.dev/screens',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_SCREENS_PORT_BASE ?? '18400',
})
const folder = join(layout.root, '.screens')
const wanted = process.argv.slice(2)
const routes = readRouteTable(layout.root).filter(
  ({ address }) => wanted.length === 0 || wanted.some((path) => address.startsWith(path)),
)
const variants = (['tw', 'en'] as const).flatMap((lang) =>
  (['light', 'dark'] as const).map((theme) => ({ lang, theme })),
)

rmSync(layout.devFolder, { recursive: true, force: true })
const stack = await startStack({
  layout,
  mode: 'development',
  build: true,
  env: { VITE_GALLERY: '1', PRACTICE_INTENSITY: '8' },
  say: () => {},
  onGivingUp: (name, reason) => {
    console.error(`${name} does not stay up: ${reason}`)
    process.exit(1)
  },
})
const executablePath = findHeadlessChromium()
const browser = await chromium.launch({
  args: [...chromiumFlags],
  ...(executablePath ? { executablePath } : {}),
})
let taken = 0
let samples: Samples | undefined
try {
  mkdirSync(folder, { recursive: true })
  for (const variant of variants) {
    const guest = await openContext(variant)
    const member = await openContext(variant)
    await signIn(member)
    samples ??= await makeSomethingToSee(member, stack.origin)
    for (const route of routes) {
      const context = route.access === 'guest' ? guest : member
      await takePicture(context, route, `${variant.lang}-${variant.theme}`)
      taken += 1
    }
    await Promise.all([guest.close(), member.close()])
  }
  taken += await takeConsolePictures({ browser, stack, folder, wanted })
} finally {
  await browser.close()
  await stack.stop()
}
console.log(`${taken} pictures in ${folder}`)

function openContext({ lang, theme }: (typeof variants)[number]): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: stack.origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    colorScheme: theme,
    locale: lang === 'tw' ? 'zh-TW' : 'en',
    timezoneId: 'Asia/Taipei',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: stack.origin,
          localStorage: [
            { name: 'lang', value: lang },
            { name: 'theme', value: theme },
          ],
        },
      ],
    },
  })
}

/** With the first account the seed printed, through the form, as a member would. */
async function signIn(context: BrowserContext): Promise<void> {
  const [, account, password] = /account (\d{10})\s+password (\S+)/.exec(stack.demo) ?? []
  if (!account || !password) throw new Error(`the seed printed no account and password:\n${stack.demo}`)
  const page = await context.newPage()
  await page.goto('/#/login/login')
  await page.locator('input[autocomplete~="username"]').fill(account)
  await page.locator('input[autocomplete~="current-password"]').fill(password)
  await page.getByRole('checkbox').check()
  await page.locator('button[type="submit"]').click()
  await page.waitForFunction(() => localStorage.getItem('tokend') !== null)
  await page.close()
}

async function takePicture(
  context: BrowserContext,
  { address }: ScreenRoute,
  variant: string,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(`/#${address}${sampleOf(address)}`)
  await settle(page)
  const name = address.slice(1).replaceAll(/[/?=&]+/g, '-')
  // A long page is captured on a tall phone: in a full-page screenshot the menu would float in the middle.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 390, height: Math.max(844, height) })
  await page.screenshot({ path: join(folder, `${name}.${variant}.png`) })
  await page.close()
}

/** A detail screen needs the id of its subject. */
function sampleOf(address: string): string {
  const sample = samples?.get(address) ?? samples?.get(address.split('?')[0]!)
  return sample === undefined ? '' : `${address.includes('?') ? '&' : '?'}${sample}`
}

/** Waits until the screen has its heading, its data and its fonts. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

import type { Project } from '@playwright/test'

export type Lang = 'tw' | 'en'

const isCi = process.env['CI'] === '1'

/**
 * Every pair of width and language, width and theme, and language and theme occurs, but not every combination of the
 * three. CI runs the first, and of the second only the tests that visit every screen; `npm run e2e` runs all six.
 */
const variants = [
  [390, 'tw', 'dark'],
  [360, 'en', 'light'],
  ...(isCi
    ? []
    : ([
        [360, 'tw', 'light'],
        [390, 'en', 'dark'],
        [750, 'tw', 'light'],
        [750, 'en', 'dark'],
      ] as const)),
] as const

/**
 * A test runs in one project unless its result depends on the appearance:
 * `@appearances` runs in all, `@contrasts` in the two that differ in everything, all other tests in the first of those.
 */
export const everyAppearance = '@appearances'
export const twoAppearances = '@contrasts'
const home = '390-tw-dark'
const lightTwin = '360-en-light'

/** What CI runs in the second appearance. The rest of it runs in `npm run prove`. */
const everyScreen = /[\\/]screens\.spec\.ts$/
/** A test that CI leaves to `npm run prove`: a further case of a feature whose main path CI runs. */
export const proveOnly = '@prove'
const notInCi = isCi ? { grepInvert: new RegExp(proveOnly) } : {}

const grepOf = (name: string): RegExp | undefined => {
  if (name === home) return undefined
  return name === lightTwin && !isCi
    ? new RegExp(`${everyAppearance}|${twoAppearances}`)
    : new RegExp(everyAppearance)
}

/** Specs of the operators' console: a different app, with its own widths and origin. */
const consoleSpecs = /[\\/](operators|console-[a-z-]+)\.spec\.ts$/
/** A phone and two consoles at once: each sets its own language and theme. */
const bothSpecs = /[\\/]money-and-people\.spec\.ts$/
/** Moves the market to its next day, so nothing else may run beside it: `npm run e2e -- listing-day`, or `odd-auction`. */
const aloneSpecs = /[\\/](listing-day|odd-auction)\.spec\.ts$/
/** A console test whose second run would show nothing new. */
export const oneConsole = '@one-console'
/** A console test about the layout. In CI only these run at the second width. */
export const bothWidths = '@both-widths'

const memberProjects: Project[] = variants.map(([width, lang, theme]) => {
  const name = `${width}-${lang}-${theme}`
  const grep = grepOf(name)
  return {
    name,
    testIgnore: [consoleSpecs, bothSpecs, aloneSpecs],
    ...(isCi && name !== home ? { testMatch: everyScreen } : {}),
    // axe checks structure and colours, not widths: once per theme and language is enough, and it is the slow part. CI checks
    // one theme; `npm run check` checks the contrast of every pair of colours in both.
    metadata: { lang, theme, axe: name === home || (name === lightTwin && !isCi) },
    ...notInCi,
    ...(grep === undefined ? {} : { grep }),
    use: {
      viewport: { width, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: theme,
      locale: lang === 'tw' ? 'zh-TW' : 'en-GB',
      contextOptions: { reducedMotion: 'reduce' },
      // A service worker would answer before a test's own route could. The tests of the worker itself enable it.
      serviceWorkers: 'block',
    },
  }
})

const consoleProjects: Project[] = (
  [
    [1440, 900, 'tw', 'light'],
    [1024, 768, 'en', 'dark'],
  ] as const
).map(([width, height, lang, theme]) => ({
  name: `console-${width}-${lang}-${theme}`,
  testMatch: consoleSpecs,
  ...(lang === 'tw'
    ? notInCi
    : isCi
      ? { grep: new RegExp(bothWidths) }
      : { grepInvert: new RegExp(oneConsole) }),
  metadata: { lang, theme, axe: true },
  use: {
    viewport: { width, height },
    colorScheme: theme,
    locale: lang === 'tw' ? 'zh-TW' : 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
  },
}))

const bothProject: Project = {
  name: 'both-apps',
  testMatch: bothSpecs,
  ...notInCi,
  metadata: { lang: 'tw', theme: 'dark', axe: true },
  use: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    locale: 'zh-TW',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
  },
}

const aloneProjects: Project[] = memberProjects
  .filter(({ name }) => name === home || name === lightTwin)
  .map(({ name, metadata, use }) => ({
    name: `alone-${name}`,
    testMatch: aloneSpecs,
    metadata: { ...metadata, axe: true },
    ...(use ? { use } : {}),
  }))

export const projects: Project[] =
  process.env['FAIRLOT_E2E_ALONE'] === '1'
    ? aloneProjects
    : [bothProject, ...memberProjects, ...consoleProjects]

import type { Project } from '@playwright/test'

export type Lang = 'tw' | 'en'

/**
 * Every pair of width and language, width and theme, language and theme occurs; not every product of the three.
 * CI, which must stay short, leaves out those where text has the most room; `npm run e2e` runs all six.
 */
const variants = [
  [360, 'en', 'dark'],
  [390, 'tw', 'dark'],
  [390, 'en', 'light'],
  ...(process.env['CI'] === '1'
    ? []
    : ([
        [360, 'tw', 'light'],
        [750, 'tw', 'light'],
        [750, 'en', 'dark'],
      ] as const)),
] as const

/**
 * What one project shows the others need not repeat, unless it depends on the look:
 * `@looks` runs in all, `@contrasts` in the two that differ in everything, the rest in the first of those.
 */
export const everyLook = '@looks'
export const twoLooks = '@contrasts'
const home = '390-tw-dark'
const lightTwin = '390-en-light'

const grepOf = (name: string): RegExp | undefined => {
  if (name === home) return undefined
  return name === lightTwin ? new RegExp(`${everyLook}|${twoLooks}`) : new RegExp(everyLook)
}

/** Specs of the operators' console: another app, other widths, its own origin. */
const consoleSpecs = /[\\/](operators|console-[a-z-]+)\.spec\.ts$/
/** A phone and two desks at once: each says which language and theme it has. */
const bothSpecs = /[\\/]money-and-people\.spec\.ts$/
/** A console test whose second run would show nothing new. */
export const oneDesk = '@one-desk'

const memberProjects: Project[] = variants.map(([width, lang, theme]) => {
  const name = `${width}-${lang}-${theme}`
  const grep = grepOf(name)
  return {
    name,
    testIgnore: [consoleSpecs, bothSpecs],
    // axe reads structure and colours, not widths: once per theme and language is enough, and it is the slow part.
    metadata: { lang, theme, axe: width === 390 },
    ...(grep === undefined ? {} : { grep }),
    use: {
      viewport: { width, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: theme,
      locale: lang === 'tw' ? 'zh-TW' : 'en-GB',
      contextOptions: { reducedMotion: 'reduce' },
      // A worker would answer before a test's own route could. The tests of the worker itself let it in.
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
  ...(lang === 'tw' ? {} : { grepInvert: new RegExp(oneDesk) }),
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

export const projects: Project[] = [bothProject, ...memberProjects, ...consoleProjects]

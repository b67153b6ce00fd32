// The `test` of every spec: the project's language and theme, members to use, and a watch on browser errors.

import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Lang } from '../projects.ts'
import { enter, registerMember, type Member, type Session } from './member.ts'
import { textsOf, type Texts } from './texts.ts'

export { everyAppearance, proveOnly, twoAppearances } from '../projects.ts'
export { expect }

interface Fixtures {
  readonly lang: Lang
  readonly texts: Texts
  /** A member of this test alone, not signed in anywhere. */
  readonly member: Member
  /** Signs the test's page in as `member` and opens a screen. */
  readonly open: (path?: string) => Promise<Session>
  /** Another phone that shares nothing with the test's own browser. */
  readonly newPhone: () => Promise<Page>
  readonly complaints: Complaints
}

export interface Complaints {
  /** Browser output that should not occur: policy violations, uncaught errors, errors on the console. */
  readonly seen: string[]
  /** For a test that causes them on purpose. */
  expect(pattern: RegExp): void
}

/** The browser logs each refused or failed request as an error; the test itself checks those. */
const ordinary = /^Failed to load resource/

const watch = (context: BrowserContext, seen: string[]): void => {
  context.on('weberror', (error) => seen.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !ordinary.test(text)) seen.push(text)
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(text)) seen.push(text)
  })
}

/**
 * A sheet that closes takes its entry out of the history, and the browser does that a moment later. An address opened in
 * between would be left again by that step, so the page waits for it. People do not type that fast.
 */
async function waitsForHistory(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const { history } = window
    const go = history.go.bind(history)
    let stepUntil = 0
    history.go = (by) => {
      // The app gives up a step after the same second.
      stepUntil = performance.now() + 1_000
      go(by)
    }
    window.addEventListener('popstate', () => (stepUntil = 0), { capture: true })
    Object.defineProperty(window, 'isHistoryStill', { get: () => performance.now() >= stepUntil })
  })
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    if (url.startsWith('/#'))
      await page.waitForFunction(() => !('isHistoryStill' in window) || window.isHistoryStill === true)
    return goto(url, options)
  }
  return page
}

export const test = base.extend<Fixtures>({
  lang: async ({}, use, { project }) => use(project.metadata.lang as Lang),
  texts: async ({ lang }, use) => use(textsOf(lang)),

  storageState: async ({ lang, baseURL }, use) => {
    const origin = new URL(baseURL ?? '').origin
    await use({ cookies: [], origins: [{ origin, localStorage: [{ name: 'lang', value: lang }] }] })
  },

  complaints: [
    async ({ context }, use) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      watch(context, seen)
      await use({ seen, expect: (pattern) => void allowed.push(pattern) })
      expect(
        seen.filter((text) => !allowed.some((pattern) => pattern.test(text))),
        'the browser complains',
      ).toEqual([])
    },
    { auto: true },
  ],

  member: async ({ playwright }, use) => {
    const request = await playwright.request.newContext()
    const member = await registerMember(request)
    await request.dispose()
    await use(member)
  },

  page: async ({ page }, use) => use(await waitsForHistory(page)),

  open: async ({ page, member }, use) => use((path) => enter(page, member, path)),

  newPhone: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      watch(context, complaints.seen)
      contexts.push(context)
      return waitsForHistory(await context.newPage())
    })
    for (const context of contexts) await context.close()
  },
})

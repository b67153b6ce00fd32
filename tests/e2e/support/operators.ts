// Operators at their desks. The two of the seed are signed in once each: a code of an authenticator works once, so a
// sign-in per test would wait half a minute for the next.

import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { texts as signInTw } from '../../../apps/console/src/features/operators/sign-in/texts/tw.ts'
import { texts as signInEn } from '../../../apps/console/src/features/operators/sign-in/texts/en.ts'
import type { Lang } from '../projects.ts'
import { codesOf, type Codes } from './codes.ts'

export const consoleOrigin = process.env['FAIRLOT_CONSOLE_ORIGIN'] ?? 'http://localhost:17407'

export interface DemoOperator {
  readonly login: string
  readonly password: string
  readonly codes: Codes
}

/** As the seed printed them. */
export const demoOperators = (): readonly DemoOperator[] => {
  const demo = process.env['FAIRLOT_DEMO'] ?? ''
  const found = [
    ...demo.matchAll(/operator\s+login (\S+)\s+password (.+)\n\s+authenticator secret (\S+)/g),
  ].map(([, login = '', password = '', secret = '']) => ({ login, password, codes: codesOf(secret) }))
  if (found.length < 2) throw new Error('the seed names fewer than two operators')
  return found
}

export const signInTexts = (lang: Lang) => (lang === 'tw' ? signInTw : signInEn)

/** A desk of its own: another browser, another device. */
export const newDesk = async (browser: Browser, lang: Lang): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: consoleOrigin,
    storageState: {
      cookies: [],
      origins: [{ origin: consoleOrigin, localStorage: [{ name: 'console-lang', value: lang }] }],
    },
  })
  return context
}

export const givePassword = async (
  page: Page,
  lang: Lang,
  login: string,
  password: string,
): Promise<void> => {
  const texts = signInTexts(lang).password
  await page.getByLabel(texts.login).fill(login)
  await page.getByLabel(texts.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: texts.next, exact: true }).click()
}

export const signIn = async (page: Page, lang: Lang, operator: DemoOperator): Promise<void> => {
  const texts = signInTexts(lang)
  await page.goto('/')
  await givePassword(page, lang, operator.login, operator.password)
  const code = page.getByLabel(texts.second.label)
  const inside = page.getByRole('navigation')
  // The other project signs in the same people, and a code it has used is refused here: then the next one is due.
  for (let tries = 0; tries < 3; tries++) {
    await code.fill(await operator.codes.next())
    await expect(inside.or(page.locator('[aria-invalid="true"]'))).toBeVisible()
    if (await inside.isVisible()) return
  }
  throw new Error(`${operator.login} cannot sign in`)
}

// Push of urgent reviews to an operator's browser: the states of the card, and what the service worker does with a push.

import { randomBytes, createECDH } from 'node:crypto'
import { expect, test as base } from '@playwright/test'
import { texts as accountEn } from '../../apps/console/src/features/operators/account/texts/en.ts'
import { texts as accountTw } from '../../apps/console/src/features/operators/account/texts/tw.ts'
import type { Lang } from './projects.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'

const test = base.extend<{ lang: Lang }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
})

test('an operator turns push on and off; a push opens its review', async ({ browser, lang }) => {
  const texts = (lang === 'tw' ? accountTw : accountEn).push
  // An auditor decides nothing, so nothing is sent to the address below.
  const { context, page } = await signInOperator(browser, lang, ['auditor'])
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
  })
  const card = page.getByRole('region', { name: texts.title })
  const state = (name: keyof typeof texts.states) => card.getByText(texts.states[name], { exact: true })

  // The headless browser always blocks notifications.
  await page.goto('/#/account')
  await expect(state('denied')).toBeVisible()
  await expect(card.getByText(texts.help.denied)).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)

  // It has no push service either: the answers of both are replaced.
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const address = {
    endpoint: `https://e2e.push.services.mozilla.com/${randomBytes(12).toString('hex')}`,
    keys: {
      p256dh: keys.getPublicKey('base64url', 'uncompressed'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.addInitScript((made) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => made, unsubscribe: async () => true }) as unknown as PushSubscription
  }, address)
  await page.reload()
  await expect(state('off')).toBeVisible()
  await expectCleanConsole(page, 'push is off')
  await card.getByRole('button', { name: texts.turnOn }).click()
  await expect(state('on')).toBeVisible()
  await page.reload()
  await expect(state('on')).toBeVisible()
  await expectCleanConsole(page, 'push is on')

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [worker] = context.serviceWorkers()
  // Headless, so notifications and waitUntil of scripted events are replaced; the worker's own code runs.
  const data = { title: 'A title', text: 'A text', path: '/queue?review=r-1' }
  const shown = await worker!.evaluate<object>(`new Promise((shown) => {
    registration.showNotification = async (title, options) => shown({ title, ...options })
    const pushed = new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(data))} })
    pushed.waitUntil = () => {}
    dispatchEvent(pushed)
  })`)
  expect(shown).toMatchObject({ title: 'A title', body: 'A text', tag: data.path, data: data.path })
  expect(await worker!.evaluate('caches.keys()')).toEqual([])
  await worker!.evaluate(`{
    const pressed = new Event('notificationclick')
    pressed.notification = { data: ${JSON.stringify(data.path)}, close() {} }
    pressed.waitUntil = (work) => work.catch(() => {})
    dispatchEvent(pressed)
  }`)
  await expect(page).toHaveURL(/#\/queue\?review=r-1/)

  await page.goto('/#/account')
  await card.getByRole('button', { name: texts.turnOff }).click()
  await expect(state('off')).toBeVisible()
  await page.reload()
  await expect(state('off')).toBeVisible()

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await page.reload()
  await expect(state('unsupported')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  expect(seen).toEqual([])
  await context.close()
})

// The app inside the native wrapper: the page runs Capacitor's own bridge, the phone behind it is support/native-phone.

import type { Page } from '@playwright/test'
import { codesOf } from './support/codes.ts'
import { toast } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { makeNativePhone } from './support/native-phone.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('tokend'))

test.describe('back', () => {
  test('back twice within a second quits, later it hints again', async ({ page, texts, open }) => {
    const phone = await makeNativePhone(page)
    await open('/user/setting')
    await expect(heading(page, texts.shell.titles.setting)).toBeVisible()
    await phone.pressBack()
    await expect(toast(page, texts)).toContainText(texts.shell.doubleBack)
    // The hint is shown longer than the second lasts.
    await expect(page.getByText(texts.shell.doubleBack)).toBeHidden()
    await phone.pressBack()
    await expect(toast(page, texts)).toContainText(texts.shell.doubleBack)
    expect(phone.exits).toBe(0)
    await expect(page.getByText(texts.shell.doubleBack)).toBeHidden()
    await phone.pressBack(2)
    await expect.poll(() => phone.exits).toBe(1)
  })

  test(
    'back closes a dialog, then the page, before it quits',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const phone = await makeNativePhone(page)
      await open('/user/setting')
      await page.getByRole('link', { name: texts.members.rows.security }).click()
      await page.getByRole('link', { name: texts.security.overview.twoStep }).click()
      await page.getByRole('button', { name: texts.security.twoStep.introStart }).click()
      const dialog = page.getByRole('dialog', { name: texts.security.confirmPassword.title })
      await expect(dialog).toBeVisible()
      await phone.pressBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(/view=two-step$/)
      await phone.pressBack()
      await expect(page).toHaveURL(/view=security$/)
      await phone.pressBack()
      await expect(page).toHaveURL(/#\/user\/setting$/)
      expect(phone.exits).toBe(0)
    },
  )
})

test.describe('face unlock', () => {
  test(
    'only an accepted face opens the kept session',
    { tag: everyAppearance },
    async ({ page, texts, open }) => {
      const phone = await makeNativePhone(page)
      const { unlock, unlockRefused } = texts.security.overview
      const { locked } = texts.native
      const { token } = await open('/user/setting?view=security')
      const onOff = page.getByRole('switch', { name: unlock })
      phone.face = 'refused'
      await onOff.click()
      await expect(toast(page, texts)).toContainText(unlockRefused)
      await expect(onOff).not.toBeChecked()
      expect(phone.vault.size).toBe(0)
      expect(await storedToken(page)).toBe(token)

      phone.face = 'accepted'
      await onOff.click()
      await expect(onOff).toBeChecked()
      expect([...phone.vault.values()]).toEqual([token])
      expect(await storedToken(page)).toBeNull()
      await expectCleanPage(page, 'face unlock is on')

      phone.face = 'refused'
      const sent: string[] = []
      page.on('request', (request) => void (request.headers()['token'] && sent.push(request.url())))
      await page.reload()
      await expect(page.getByRole('heading', { name: locked.title })).toBeVisible()
      await expect(page.getByText(locked.refused)).toBeVisible()
      await expect(onOff).toHaveCount(0)
      await expectCleanPage(page, 'locked')
      expect(sent).toEqual([])
      // Behind the lock, back leads nowhere.
      await phone.pressBack()
      await expect(toast(page, texts)).toContainText(texts.shell.doubleBack)

      phone.face = 'accepted'
      await page.getByRole('button', { name: locked.open }).click()
      await expect(onOff).toBeChecked()
      expect(await storedToken(page)).toBeNull()
    },
  )

  test('a minute in the background locks the app', { tag: proveOnly }, async ({ page, texts, open }) => {
    const phone = await makeNativePhone(page)
    const { locked } = texts.native
    await open('/user/setting?view=security')
    await page.getByRole('switch', { name: texts.security.overview.unlock }).click()
    await expect(page.getByRole('switch', { name: texts.security.overview.unlock })).toBeChecked()
    const asked = phone.asked
    await phone.setActive(false)
    await phone.setActive(true)
    await expect(page.getByRole('switch', { name: texts.security.overview.unlock })).toBeChecked()
    expect(phone.asked).toBe(asked)
    phone.face = 'refused'
    await phone.setActive(false)
    await page.clock.setSystemTime(Date.now() + 60_000)
    await phone.setActive(true)
    await expect(page.getByText(locked.refused)).toBeVisible()

    // New faces on the phone end it: the password is needed.
    phone.face = 'lost'
    await page.getByRole('button', { name: locked.open }).click()
    await expect(page.getByText(locked.lost)).toBeVisible()
    expect(phone.vault.size).toBe(0)
    await page.getByRole('button', { name: locked.password }).click()
    await expect(page).toHaveURL(/#\/login\/reLogin$/)
    await expect(page.getByLabel(texts.auth.login.password, { exact: true })).toBeVisible()
  })

  test(
    'a session that the server ended empties the vault',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const phone = await makeNativePhone(page)
      const session = await open('/user/setting?view=security')
      await page.getByRole('switch', { name: texts.security.overview.unlock }).click()
      await expect(page.getByRole('switch', { name: texts.security.overview.unlock })).toBeChecked()
      await callApi(page.context().request, '/auth/signOut', {}, { session })
      await page.reload()
      await expect(page.getByRole('alertdialog', { name: texts.shell.expired.title })).toBeVisible()
      await expect.poll(() => phone.vault.size).toBe(0)
      await expect(page).toHaveURL(/#\/login\/reLogin$/)
    },
  )

  test(
    'a phone without face or fingerprint offers no unlock',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      await makeNativePhone(page, { hasFace: false })
      await open('/user/setting?view=security')
      await expect(page.getByText(texts.security.overview.passkeys)).toBeVisible()
      await expect(page.getByRole('switch', { name: texts.security.overview.unlock })).toHaveCount(0)
    },
  )
})

for (const platform of ['android', 'ios'] as const)
  test(`the device key is made in the phone and signs there (${platform})`, async ({
    page,
    texts,
    open,
    member,
    context,
  }) => {
    const phone = await makeNativePhone(page, { platform })
    const { deviceKey, code } = texts.security
    const session = await open('/user/setting')
    const { secret } = await callApi<{ secret: string }>(
      context.request,
      '/auth/beginAuthenticator',
      { password: member.password },
      { session },
    )
    const codes = codesOf(secret)
    await callApi(context.request, '/auth/confirmAuthenticator', { code: await codes.next() }, { session })

    // A new document: the settings page has read that there is no authenticator.
    await page.goto('/?again#/user/setting?view=device-key')
    await page.getByRole('textbox', { name: code }).fill(await codes.next())
    await page.getByRole('button', { name: deviceKey.enrol }).click()
    await expect(toast(page, texts)).toContainText(texts.messages['done.device-key-on'])
    await expect(page.getByText(/[0-9a-f]{8} … [0-9a-f]{8}/)).toBeVisible()
    expect([...phone.keys.keys()]).toEqual([member.memberId])
    expect(phone.keys.get(member.memberId)?.id).toBeDefined()
    // The browser has no key: neither in IndexedDB nor in localStorage.
    const kept = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      stored: Object.keys(localStorage).filter((name) => /key/i.test(name)),
    }))
    expect(kept.databases).not.toContain('fairlot-device-key')
    expect(kept.stored).toEqual([])

    await page.getByRole('button', { name: deviceKey.remove }).click()
    const dialog = page.getByRole('alertdialog', { name: deviceKey.removeTitle })
    await dialog.getByRole('button', { name: deviceKey.remove }).click()
    await expect(page.getByRole('button', { name: deviceKey.enrol })).toBeVisible()
    expect(phone.keys.size).toBe(0)
  })

test.describe('push', () => {
  test(
    'the phone’s push address is saved with the session',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const phone = await makeNativePhone(page)
      const { phone: target } = texts.notices.pushTo
      await open('/user/setting?view=notifications')
      const onOff = page.getByRole('switch', { name: target.title })
      await expect(onOff).not.toBeChecked()
      await onOff.click()
      await expect(onOff).toBeChecked()
      expect(phone.pushKey).toMatch(/^B[\w-]{86}$/)
      await page.reload()
      await expect(page.getByText(target.on)).toBeVisible()
      await expectCleanPage(page, 'push to the phone')
      await onOff.click()
      await expect(page.getByText(target.off)).toBeVisible()
      expect(phone.pushKey).toBeUndefined()
    },
  )

  test('an iPhone says that it has no push service', { tag: proveOnly }, async ({ page, texts, open }) => {
    await makeNativePhone(page, { platform: 'ios' })
    const { phone: target } = texts.notices.pushTo
    await open('/user/setting?view=notifications')
    await expect(page.getByText(target.unsupported)).toBeVisible()
    await expect(page.getByRole('switch', { name: target.title })).toBeDisabled()
  })
})

test('a link opens its page; a foreign host opens nothing', async ({ page, texts, open, baseURL }) => {
  const phone = await makeNativePhone(page)
  const { origin } = new URL(baseURL ?? '')
  phone.launchUrl = `${origin}/#/user/setting?view=devices`
  await open('/home/index')
  await expect(heading(page, texts.shell.titles.devices)).toBeVisible()
  await phone.openLink(`${origin}/#/user/setting?view=security`)
  await expect(heading(page, texts.shell.titles.security)).toBeVisible()
  // The link that started the app is opened once.
  await page.reload()
  await expect(heading(page, texts.shell.titles.security)).toBeVisible()

  for (const foreign of [
    'https://evil.example/#/user/withdraw',
    `${origin.replace('//', '//member@')}/#/user/withdraw`,
    `${origin}/#/user/nothing`,
    'fairlot://user/withdraw',
  ])
    await phone.openLink(foreign)
  await phone.openLink(`${origin}/#/user/setting?view=sign-ins`)
  await expect(heading(page, texts.shell.titles.signIns)).toBeVisible()
  await phone.pressBack()
  await expect(page).toHaveURL(/view=security$/)
})

test('screenshots are blocked on secret pages only', { tag: proveOnly }, async ({ page, texts, open }) => {
  const phone = await makeNativePhone(page)
  await open('/user/setting?view=security')
  await expect(heading(page, texts.shell.titles.security)).toBeVisible()
  expect(phone.isSecret).toBe(false)
  await page.getByRole('link', { name: texts.security.overview.loginPassword }).click()
  await expect(heading(page, texts.shell.titles.loginPassword)).toBeVisible()
  await expect.poll(() => phone.isSecret).toBe(true)
  await phone.pressBack()
  await expect(heading(page, texts.shell.titles.security)).toBeVisible()
  await expect.poll(() => phone.isSecret).toBe(false)
  await page.getByRole('link', { name: texts.security.overview.twoStep }).click()
  await expect.poll(() => phone.isSecret).toBe(true)
})

test('a browser loads no code of the wrapper', async ({ page, texts, open, newPhone }) => {
  const codeOf = (on: Page): string[] => {
    const seen: string[] = []
    on.on('request', (request) => void (/start-wrapper/.test(request.url()) && seen.push(request.url())))
    return seen
  }
  const browser = codeOf(page)
  await open('/user/setting?view=security')
  await expect(heading(page, texts.shell.titles.security)).toBeVisible()
  await expect(page.getByRole('switch', { name: texts.security.overview.unlock })).toHaveCount(0)
  expect(browser).toEqual([])
  const phone = await newPhone()
  await makeNativePhone(phone)
  const wrapped = codeOf(phone)
  await phone.goto('/')
  await expect.poll(() => wrapped.length).toBeGreaterThan(0)
})

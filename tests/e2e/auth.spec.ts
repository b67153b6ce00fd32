import type { Locator } from '@playwright/test'
import { expectFieldError, expectFine, fillAndLeave, loginForm, logIn, toast } from './support/fields.ts'
import { anyAccount, endSessions, goodPassword } from './support/member.ts'
import { muteFeed } from './support/mute-feed.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'

const home = /#\/home\/index$/

test.describe('signing in', () => {
  test(
    'a member signs in with account and password',
    { tag: everyAppearance },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/login')
      await logIn(page, texts, member)
      await expect(page).toHaveURL(home)
      await expect(toast(page, texts)).toContainText(texts.messages['done.login'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.shell.titles.home)
    },
  )

  test(
    'the login form shows an error for every wrong field',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, member }) => {
      const { messages } = texts
      await page.goto('/#/login/login')
      const form = loginForm(page, texts)
      await form.submit.click()
      await expectFieldError(form.account, messages['input.required'])
      await expectFieldError(form.password, messages['input.required'])
      await expectFieldError(form.agreement, messages['input.agreement-required'])

      const accounts = [
        ['A912345678', 'input.account-uppercase'],
        ['王912345678', 'input.account-chinese'],
        ['09123', 'input.account-not-ten-digits'],
      ] as const
      for (const [text, code] of accounts) {
        await fillAndLeave(form.account, text)
        await expectFieldError(form.account, messages[code])
      }
      await form.account.fill(member.account)
      await expectFine(form.account)
      await form.agreement.check()
      await expectFine(form.agreement)

      await form.password.fill('not9thepassword')
      await form.submit.click()
      await expectFieldError(form.password, messages['account.wrong-credentials'])
      await expect(page).toHaveURL(/#\/login\/login$/)
    },
  )

  test(
    'an unknown account and a wrong password show the same error',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/login')
      const form = loginForm(page, texts)
      for (const account of [member.account, anyAccount()]) {
        await logIn(page, texts, { account, password: 'not9thepassword' })
        await expectFieldError(form.password, texts.messages['account.wrong-credentials'])
        await form.password.fill('')
      }
    },
  )

  test(
    'the account field removes spaces and hyphens and converts full-width digits',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/login')
      const { account } = member
      const written = `${account.slice(0, 4)}-${account.slice(4, 7)} ０${account.slice(8)}`
      const form = loginForm(page, texts)
      await form.account.fill(written)
      await expect(form.account).toHaveValue(`${account.slice(0, 7)}0${account.slice(8)}`)
    },
  )

  test('a password can be shown and hidden', { tag: proveOnly }, async ({ page, texts }) => {
    await page.goto('/#/login/login')
    const { password } = loginForm(page, texts)
    await password.fill(goodPassword)
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: texts.auth.password.show }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: texts.auth.password.hide }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('a member page asks to log in and returns afterwards', async ({ page, texts, member }) => {
    await page.goto('/#/user/setting?view=devices')
    await expect(page.getByText(texts.shell.signedOut.title)).toBeVisible()
    await page.getByRole('button', { name: texts.shell.signedOut.action }).click()
    await logIn(page, texts, member)
    await expect(page).toHaveURL(/#\/user\/setting\?view=devices$/)
  })

  test(
    'requests send account and XSRF headers; no URL contains the token',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      const asked: { url: string; headers: Record<string, string> }[] = []
      page.on('request', (request) => asked.push({ url: request.url(), headers: request.headers() }))
      await page.goto('/#/login/login')
      await logIn(page, texts, member)
      await expect(page.getByText(texts.members.total).first()).toBeVisible()
      const token = await page.evaluate(() => localStorage.getItem('tokend'))
      const own = asked.find(({ url }) => url.endsWith('/positions/account'))
      expect(own?.headers).toMatchObject({
        token,
        account: member.account,
        'x-xsrf-token': expect.stringMatching(/.{20,}/),
        accept: 'application/json',
      })
      expect(token).toMatch(/^[\w-]{43,}$/)
      for (const { url } of asked) expect(url).not.toContain(token)
    },
  )

  test('the session is stored in tokend and account and survives a reload', async ({
    page,
    texts,
    open,
    member,
  }) => {
    await open()
    await page.reload()
    await expect(page.getByText(texts.members.total).first()).toBeVisible()
    const storage = await page.evaluate(() => ({ ...localStorage }))
    expect(Object.keys(storage).toSorted()).toEqual(['account', 'lang', 'tokend'])
    expect(storage['account']).toBe(member.account)
  })

  test(
    'a signed-in member who opens a login page is sent home',
    { tag: proveOnly },
    async ({ page, open }) => {
      await open('/login/login')
      await expect(page).toHaveURL(home)
    },
  )
})

test.describe('signing out', () => {
  test(
    'logging out asks first, ends the session and clears the phone',
    { tag: everyAppearance },
    async ({ page, texts, open }) => {
      const { setting } = texts.members
      const session = await open('/user/setting')
      await page.getByRole('button', { name: setting.logOut }).click()
      const dialog = page.getByRole('alertdialog', { name: setting.logOutAsk })
      await dialog.getByRole('button', { name: setting.stay }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: setting.logOut }).click()
      await dialog.getByRole('button', { name: setting.logOut }).click()
      await expect(page).toHaveURL(/#\/login\/start$/)
      await expect(toast(page, texts)).toContainText(texts.messages['done.sign-out'])
      const left = await page.evaluate(() => [
        localStorage.getItem('tokend'),
        localStorage.getItem('account'),
      ])
      expect(left).toEqual([null, null])
      const answer = await page.context().request.post('/api/vue/members/profile', {
        data: {},
        headers: { token: session.token, account: session.account },
      })
      expect(answer.status()).toBe(401)
    },
  )

  test(
    'a request refused during a log-out does not interrupt it',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const { setting } = texts.members
      const ended = Promise.withResolvers<void>()
      await page.route('**/auth/securityOverview', async (route) => {
        await ended.promise
        await route.continue()
      })
      // The log-out's answer reaches the phone after the other request was refused.
      await page.route('**/auth/signOut', async (route) => {
        const response = await route.fetch()
        const refused = page.waitForResponse('**/auth/securityOverview')
        ended.resolve()
        expect((await refused).status()).toBe(401)
        await route.fulfill({ response })
      })
      await open('/user/setting')
      await page.getByRole('button', { name: setting.logOut }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: setting.logOut }).click()
      await expect(page).toHaveURL(/#\/login\/start$/)
      await expect(toast(page, texts)).toContainText(texts.messages['done.sign-out'])
      expect(await page.evaluate(() => localStorage.getItem('account'))).toBe(null)
    },
  )
})

/** One of the page's own requests may find the ended session first and remove the button. */
async function clickOrFindSessionEnded(button: Locator): Promise<void> {
  await button.click({ timeout: 2_000 }).catch(() => undefined)
}

test.describe('session expiry', () => {
  test(
    'an ended session shows a dialog, then login after 1500 ms',
    { tag: everyAppearance },
    async ({ page, texts, open, member, playwright }) => {
      await page.clock.install()
      await muteFeed(page)
      await open()
      await expect(page.getByText(texts.members.total).first()).toBeVisible()
      // Paused first: a request of the page itself may find the ended session, and its dialog leaves after 1500 ms.
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      await endSessions(playwright, member)
      await clickOrFindSessionEnded(page.getByRole('button', { name: texts.members.ledger }))
      const dialog = page.getByRole('alertdialog', { name: texts.shell.expired.title })
      // The dialog is loaded on the press and shown by timers, so the test has to advance the clock.
      const step = 50
      await expect
        .poll(async () => {
          await page.clock.runFor(step)
          return dialog.isVisible()
        })
        .toBe(true)
      await expect(dialog).toContainText(texts.shell.expired.safe)
      // Amounts are removed, not blurred.
      await expect(page.getByText('10,000,000.00')).toHaveCount(0)
      await page.clock.runFor(1_490 - step)
      await expect(dialog).toBeVisible()
      await page.clock.runFor(20 + step)
      await expect(page).toHaveURL(/#\/login\/reLogin$/)
      await page.clock.resume()
      const { account } = member
      await expect(page.getByText(`${account.slice(0, 4)}-***-${account.slice(7)}`)).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('tokend'))).toBeNull()
    },
  )

  test('logging in again restores the page and the form draft', async ({
    page,
    texts,
    open,
    member,
    playwright,
  }) => {
    const { passkeys } = texts.security
    await muteFeed(page)
    await open('/user/setting?view=passkeys')
    await page.getByRole('button', { name: passkeys.add }).click()
    await page.getByLabel(passkeys.name, { exact: true }).fill('My old phone')
    await page.getByLabel(passkeys.password, { exact: true }).fill(goodPassword)
    await endSessions(playwright, member)
    await clickOrFindSessionEnded(page.getByRole('button', { name: passkeys.create }))
    const dialog = page.getByRole('alertdialog', { name: texts.shell.expired.title })
    // The dialog leads there by itself after 1500 ms, maybe before the press.
    await clickOrFindSessionEnded(dialog.getByRole('button', { name: texts.shell.expired.action }))
    await expect(page).toHaveURL(/#\/login\/reLogin$/)

    await page.getByLabel(texts.auth.login.password, { exact: true }).fill(goodPassword)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: texts.auth.reLogin.submit }).click()
    await expect(page).toHaveURL(/#\/user\/setting\?view=passkeys$/)
    await page.getByRole('button', { name: passkeys.add }).click()
    await expect(page.getByLabel(passkeys.name, { exact: true })).toHaveValue('My old phone')
    // The form draft never keeps a secret.
    await expect(page.getByLabel(passkeys.password, { exact: true })).toHaveValue('')
  })

  test(
    'the re-login form names wrong input and offers another account',
    { tag: proveOnly },
    async ({ page, texts, open, member, playwright }) => {
      const { auth, messages } = texts
      await open()
      await expect(page.getByText(texts.members.total).first()).toBeVisible()
      await endSessions(playwright, member)
      await page.reload()
      await expect(page).toHaveURL(/#\/login\/reLogin$/)
      const password = page.getByLabel(auth.login.password, { exact: true })
      const submit = page.getByRole('button', { name: auth.reLogin.submit })
      await submit.click()
      await expectFieldError(password, messages['input.required'])
      await expectFieldError(page.getByRole('checkbox'), messages['input.agreement-required'])
      await page.getByRole('checkbox').check()
      await password.fill('not9thepassword')
      await submit.click()
      await expectFieldError(password, messages['account.wrong-credentials'])

      await page.getByRole('button', { name: auth.reLogin.otherAccount }).click()
      await expect(page).toHaveURL(/#\/login\/login$/)
      expect(await page.evaluate(() => localStorage.getItem('account'))).toBeNull()
      await expect(loginForm(page, texts).account).toHaveValue('')
    },
  )

  test('re-login without a remembered account shows the login page', { tag: proveOnly }, async ({ page }) => {
    await page.goto('/#/login/reLogin')
    await expect(page).toHaveURL(/#\/login\/login$/)
  })
})

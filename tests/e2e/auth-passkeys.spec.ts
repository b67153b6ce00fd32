import type { Page } from '@playwright/test'
import { expectFieldError, logIn, toast } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { goodPassword, turnTwoStepOn } from './support/member.ts'
import { expect, test, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

const home = /#\/home\/index$/

const addPasskey = async (page: Page, texts: Texts, name: string) => {
  const { passkeys } = texts.security
  await page.getByRole('button', { name: passkeys.add }).click()
  const sheet = page.getByRole('dialog', { name: passkeys.addTitle })
  await sheet.getByLabel(passkeys.name, { exact: true }).fill(name)
  await sheet.getByLabel(passkeys.password, { exact: true }).fill(goodPassword)
  await sheet.getByRole('button', { name: passkeys.create }).click()
  await expect(toast(page, texts)).toContainText(texts.messages['done.passkey-added'])
}

const logOut = async (page: Page, { members }: Texts) => {
  await page.goto('/#/user/setting')
  await page.getByRole('button', { name: members.setting.logOut }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: members.setting.logOut }).click()
  await expect(page).toHaveURL(/#\/login\/start$/)
}

test.describe('passkeys', () => {
  test('a passkey can be added, renamed and removed', { tag: proveOnly }, async ({ page, texts, open }) => {
    const { passkeys, confirmPassword } = texts.security
    const authenticator = await addAuthenticator(page)
    await open('/user/setting?view=passkeys')
    await expect(page.getByText(passkeys.none)).toBeVisible()

    // Every wrong input of the sheet.
    await page.getByRole('button', { name: passkeys.add }).click()
    const sheet = page.getByRole('dialog', { name: passkeys.addTitle })
    const name = sheet.getByLabel(passkeys.name, { exact: true })
    const password = sheet.getByLabel(passkeys.password, { exact: true })
    await sheet.getByRole('button', { name: passkeys.create }).click()
    await expectFieldError(name, passkeys.required)
    await expectFieldError(password, confirmPassword.required)
    await name.fill('Phone')
    await password.fill('not9thepassword')
    await sheet.getByRole('button', { name: passkeys.create }).click()
    await expectFieldError(password, texts.messages['auth.wrong-password'])
    await expectCleanPage(page, 'adding a passkey')
    await sheet.getByRole('button', { name: texts.shell.close }).click()

    await addPasskey(page, texts, 'My phone')
    await expect(page.getByText('My phone')).toBeVisible()
    expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true }])

    await page.getByRole('button', { name: passkeys.manage('My phone') }).click()
    await expectCleanPage(page, 'a passkey to manage')
    await page.getByLabel(passkeys.rename, { exact: true }).fill('Spare phone')
    await page.getByRole('button', { name: passkeys.save }).click()
    await expect(page.getByText('Spare phone')).toBeVisible()

    await page.getByRole('button', { name: passkeys.manage('Spare phone') }).click()
    await page.getByRole('button', { name: passkeys.remove }).click()
    const dialog = page.getByRole('dialog', { name: passkeys.removeTitle })
    await expectCleanPage(page, 'removing a passkey')
    await dialog.getByLabel(confirmPassword.label, { exact: true }).fill(goodPassword)
    await dialog.getByRole('button', { name: passkeys.remove }).click()
    await expect(toast(page, texts)).toContainText(texts.messages['done.passkey-removed'])
    await expect(page.getByText(passkeys.none)).toBeVisible()
  })

  test('a passkey signs in and is the second factor until removed', async ({
    page,
    texts,
    open,
    member,
    context,
  }) => {
    const { auth, security } = texts
    const authenticator = await addAuthenticator(page)
    await open('/user/setting?view=passkeys')
    await addPasskey(page, texts, 'My phone')
    await logOut(page, texts)

    await page.goto('/#/login/logon?do=sign-in')
    const submit = page.getByRole('button', { name: auth.passkeySignIn.submit })
    await submit.click()
    await expectFieldError(page.getByRole('checkbox'), texts.messages['input.agreement-required'])
    await page.getByRole('checkbox').check()
    await submit.click()
    await expect(page).toHaveURL(home)
    await expect(toast(page, texts)).toContainText(texts.messages['done.login'])

    await logOut(page, texts)
    await turnTwoStepOn(context, member)
    await page.goto('/#/login/login')
    await logIn(page, texts, member)
    await expect(page).toHaveURL(/#\/login\/logon2/)
    await page.getByRole('button', { name: auth.second.ways.passkey.title }).click()
    await expect(page).toHaveURL(home)

    await page.goto('/#/user/setting?view=passkeys')
    await page.getByRole('button', { name: security.passkeys.manage('My phone') }).click()
    await page.getByRole('button', { name: security.passkeys.remove }).click()
    const dialog = page.getByRole('dialog', { name: security.passkeys.removeTitle })
    await dialog.getByLabel(security.confirmPassword.label, { exact: true }).fill(goodPassword)
    await dialog.getByRole('button', { name: security.passkeys.remove }).click()
    await expect(page.getByText(security.passkeys.none)).toBeVisible()
    await logOut(page, texts)

    // The phone still has the passkey, but the server no longer accepts it.
    expect(await authenticator.credentials()).toHaveLength(1)
    await page.goto('/#/login/logon?do=sign-in')
    await page.getByRole('checkbox').check()
    await submit.click()
    await expect(toast(page, texts)).toContainText(texts.messages['auth.passkey-refused'])
    await page.goto('/#/login/login')
    await logIn(page, texts, member)
    await expect(page.getByRole('button', { name: auth.second.ways['recovery-code'].title })).toBeVisible()
    await expect(page.getByRole('button', { name: auth.second.ways.passkey.title })).toHaveCount(0)
  })

  test(
    'a cancelled passkey dialog shows a message and adds no passkey',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const authenticator = await addAuthenticator(page)
      await open('/user/setting?view=passkeys')
      await authenticator.refuse()
      const { passkeys } = texts.security
      await page.getByRole('button', { name: passkeys.add }).click()
      await page.getByLabel(passkeys.name, { exact: true }).fill('My phone')
      await page.getByLabel(passkeys.password, { exact: true }).fill(goodPassword)
      await page.getByRole('button', { name: passkeys.create }).click()
      await expect(toast(page, texts)).toContainText(passkeys.refused)
      expect(await authenticator.credentials()).toHaveLength(0)
    },
  )

  test(
    'a passkey logs a returning member in without a password',
    { tag: proveOnly },
    async ({ page, texts, open, member }) => {
      await addAuthenticator(page)
      await open('/user/setting?view=passkeys')
      await addPasskey(page, texts, 'My phone')
      await page.evaluate(() => localStorage.removeItem('tokend'))
      await page.goto('/?again#/login/reLogin')
      const { account } = member
      await expect(page.getByText(`${account.slice(0, 4)}-***-${account.slice(7)}`)).toBeVisible()
      await expectCleanPage(page, 'coming back')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: texts.auth.reLogin.passkey }).click()
      await expect(page).toHaveURL(home)
    },
  )
})

import type { Page } from '@playwright/test'
import { codesOf } from './support/codes.ts'
import { expectFieldError, logIn, toast } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { turnTwoStepOn } from './support/member.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const home = /#\/home\/index$/
const codeField = (page: Page, texts: Texts) =>
  page.getByRole('textbox', { name: texts.auth.second.code.label })

test.describe('two-step verification', () => {
  test(
    'setting up two-step verification makes sign-in ask for a code',
    { tag: everyAppearance },
    async ({ page, texts, open, member, newPhone }) => {
      const { security, messages } = texts
      await open('/user/setting?view=two-step')
      await page.getByRole('button', { name: security.twoStep.introStart }).click()
      const dialog = page.getByRole('dialog', { name: security.confirmPassword.title })
      const password = dialog.getByLabel(security.confirmPassword.label, { exact: true })
      await dialog.getByRole('button', { name: security.confirmPassword.action }).click()
      await expectFieldError(password, security.confirmPassword.required)
      await password.fill('not9thepassword')
      await dialog.getByRole('button', { name: security.confirmPassword.action }).click()
      await expectFieldError(password, messages['auth.wrong-password'])
      await expectCleanPage(page, 'password dialog with an error')
      await password.fill(member.password)
      await dialog.getByRole('button', { name: security.confirmPassword.action }).click()

      // The code to scan and the key to copy are the same secret.
      await expect(page.getByRole('img', { name: security.twoStep.qr })).toBeVisible()
      const uri = await page.getByRole('link', { name: security.twoStep.open }).getAttribute('href')
      const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
      await expect(page.getByLabel(security.twoStep.secret, { exact: true })).toHaveText(
        secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
      )
      await expectCleanPage(page, 'the code to scan')
      const codes = codesOf(secret)
      await page.getByRole('button', { name: security.twoStep.next }).click()
      const code = page.getByRole('textbox', { name: security.code })
      await code.fill('000000')
      await expectFieldError(code, security.twoStep.wrong)
      await expectCleanPage(page, 'a wrong code')
      await page.getByRole('button', { name: security.twoStep.clear }).click()
      await code.fill(await codes.next())

      await expect(toast(page, texts)).toContainText(messages['done.second-factor-on'])
      await expect(page.getByRole('heading', { name: security.recovery.title(8) })).toBeVisible()
      await expect(
        page
          .getByRole('list')
          .getByRole('listitem')
          .filter({ hasText: /^[0-9A-Z]{6}-/ }),
      ).toHaveCount(8)
      await expectCleanPage(page, 'the recovery codes')
      const done = page.getByRole('button', { name: security.twoStep.done })
      await expect(done).toHaveAttribute('aria-disabled', 'true')
      await expect(done).toHaveAccessibleDescription(security.recovery.keptFirst)
      await page.getByRole('checkbox').check()
      await done.click()
      await expect(page.getByText(security.twoStep.onText)).toBeVisible()
      await expectCleanPage(page, 'two-step verification that is on')

      const phone = await newPhone()
      await phone.goto('/#/login/login')
      await logIn(phone, texts, member)
      await expect(phone).toHaveURL(/#\/login\/logon2/)
      await expectCleanPage(phone, 'the second step')
      // The code that enabled two-step verification cannot be used again.
      await codeField(phone, texts).fill(codes.last())
      await expectFieldError(codeField(phone, texts), messages['auth.wrong-code'])
      await expectCleanPage(phone, 'the second step with a spent code')
      await codeField(phone, texts).fill(await codes.next())
      await expect(phone).toHaveURL(home)
    },
  )

  test(
    'a wrong code is refused and a right one works once',
    { tag: proveOnly },
    async ({ page, texts, member, context, newPhone }) => {
      const { codes } = await turnTwoStepOn(context, member)
      await page.goto('/#/login/login')
      await logIn(page, texts, member)
      await codeField(page, texts).fill('123456')
      await expectFieldError(codeField(page, texts), texts.messages['auth.wrong-code'])
      await codeField(page, texts).fill(await codes.next())
      await expect(page).toHaveURL(home)

      const thief = await newPhone()
      await thief.goto('/#/login/login')
      await logIn(thief, texts, member)
      await codeField(thief, texts).fill(codes.last())
      await expectFieldError(codeField(thief, texts), texts.messages['auth.wrong-code'])
      await expect(thief).toHaveURL(/#\/login\/logon2/)
    },
  )

  test(
    'a recovery code signs in once',
    { tag: proveOnly },
    async ({ page, texts, member, context, newPhone }) => {
      const { recoveryCodes } = await turnTwoStepOn(context, member)
      const { second } = texts.auth
      const byRecovery = async (phone: Page, code: string) => {
        await phone.goto('/#/login/login')
        await logIn(phone, texts, member)
        await phone.getByRole('button', { name: second.ways['recovery-code'].title }).click()
        const field = phone.getByRole('textbox', { name: second.recovery.label })
        const submit = phone.getByRole('button', { name: second.submit, exact: true })
        await expect(submit).toHaveAccessibleDescription(second.needRecovery)
        await field.fill(code)
        await submit.click()
        return field
      }
      const [first = ''] = recoveryCodes
      await byRecovery(page, first.toLowerCase())
      await expect(page).toHaveURL(home)
      await page.goto('/#/user/setting?view=security')
      await expect(page.getByText(texts.security.overview.codesLeft(7))).toBeVisible()

      const phone = await newPhone()
      await expectFieldError(await byRecovery(phone, first), texts.messages['auth.wrong-code'])
    },
  )

  test('the second step is not reachable without the first', { tag: proveOnly }, async ({ page }) => {
    await page.goto('/#/login/logon2')
    await expect(page).toHaveURL(/#\/login\/login$/)
  })

  test(
    'a member renews recovery codes and turns two-step verification off',
    { tag: proveOnly },
    async ({ page, texts, member, context }) => {
      const { security, messages } = texts
      const { codes, recoveryCodes } = await turnTwoStepOn(context, member)
      await page.goto('/#/login/login')
      await logIn(page, texts, member)
      await page.getByRole('button', { name: texts.auth.second.ways['recovery-code'].title }).click()
      await page.getByRole('textbox', { name: texts.auth.second.recovery.label }).fill(recoveryCodes[0] ?? '')
      await page.getByRole('button', { name: texts.auth.second.submit, exact: true }).click()
      await expect(page).toHaveURL(home)

      await page.goto('/#/user/setting?view=recovery-codes')
      const code = page.getByRole('textbox', { name: security.code })
      await code.fill('000000')
      await page.getByRole('button', { name: security.recovery.renewAction }).click()
      await expectFieldError(code, messages['auth.wrong-code'])
      await code.fill(await codes.next())
      await page.getByRole('button', { name: security.recovery.renewAction }).click()
      await expect(page.getByRole('heading', { name: security.recovery.title(8) })).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: security.recovery.download }).click()
      expect((await download).suggestedFilename()).toBe(security.recovery.fileName)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: security.twoStep.done }).click()

      await page.goto('/#/user/setting?view=two-step')
      await page.getByRole('button', { name: security.twoStep.turnOff }).click()
      const sheet = page.getByRole('dialog', { name: security.twoStep.turnOffTitle })
      await expectCleanPage(page, 'turning it off')
      await sheet.getByLabel(security.confirmPassword.label, { exact: true }).fill(member.password)
      await sheet.getByRole('textbox', { name: security.code }).fill(await codes.next())
      await sheet.getByRole('button', { name: security.twoStep.turnOffAction }).click()
      await expect(toast(page, texts)).toContainText(messages['done.second-factor-off'])
      await expect(page.getByRole('button', { name: security.twoStep.introStart })).toBeVisible()
    },
  )
})

test.describe('device signing key', () => {
  test(
    'a device key requires two-step verification and cannot be extracted',
    { tag: proveOnly },
    async ({ page, texts, open, member, context }) => {
      const { deviceKey, code: codeLabel } = texts.security
      await open('/user/setting?view=device-key')
      await expect(page.getByText(deviceKey.needTwoStep)).toBeVisible()
      await expect(page.getByRole('link', { name: deviceKey.goTwoStep })).toBeVisible()

      const { codes, recoveryCodes } = await turnTwoStepOn(context, member)
      await page.evaluate(() => localStorage.clear())
      await page.goto('/?again#/login/login')
      await page.evaluate(
        (lang) => localStorage.setItem('lang', lang),
        test.info().project.metadata['lang'] as string,
      )
      await page.reload()
      await logIn(page, texts, member)
      await page.getByRole('button', { name: texts.auth.second.ways['recovery-code'].title }).click()
      await page.getByRole('textbox', { name: texts.auth.second.recovery.label }).fill(recoveryCodes[0] ?? '')
      await page.getByRole('button', { name: texts.auth.second.submit, exact: true }).click()
      await expect(page).toHaveURL(home)

      await page.goto('/#/user/setting?view=device-key')
      const code = page.getByRole('textbox', { name: codeLabel })
      await code.fill('000000')
      await page.getByRole('button', { name: deviceKey.enrol }).click()
      await expectFieldError(code, texts.messages['auth.wrong-code'])
      await code.fill(await codes.next())
      await page.getByRole('button', { name: deviceKey.enrol }).click()
      await expect(toast(page, texts)).toContainText(texts.messages['done.device-key-on'])
      await expect(page.getByRole('heading', { name: deviceKey.on })).toBeVisible()
      await expect(page.getByText(/[0-9a-f]{8} … [0-9a-f]{8}/)).toBeVisible()
      await expectCleanPage(page, 'a device that signs')

      // The key cannot be read out of the browser.
      const extractable = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('fairlot-device-key')
            opening.onsuccess = () => {
              const read = opening.result.transaction('keys').objectStore('keys').getAll()
              read.onsuccess = () =>
                resolve(
                  read.result
                    // The store also holds the key's name as a string.
                    .filter((kept: unknown) => typeof kept !== 'string')
                    .map((pair: CryptoKeyPair) => pair.privateKey.extractable),
                )
            }
          }),
      )
      expect(extractable).toEqual([false])

      await page.getByRole('button', { name: deviceKey.remove }).click()
      const dialog = page.getByRole('alertdialog', { name: deviceKey.removeTitle })
      await expectCleanPage(page, 'stopping device signing')
      await dialog.getByRole('button', { name: deviceKey.remove }).click()
      await expect(toast(page, texts)).toContainText(texts.messages['done.device-key-off'])
      await expect(page.getByRole('button', { name: deviceKey.enrol })).toBeVisible()
    },
  )
})

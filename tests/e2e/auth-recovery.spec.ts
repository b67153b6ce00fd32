import { expectFieldError, fillAndLeave, loginForm, logIn, toast } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { anyAccount, turnTwoStepOn } from './support/member.ts'
import { expect, test, twoAppearances, proveOnly } from './support/test.ts'

const newPassword = 'meadow4window'

test.describe('forgotten password', () => {
  test(
    'only a valid recovery code sets a new password',
    { tag: twoAppearances },
    async ({ page, texts, member, context }) => {
      const { recovery } = texts.auth
      const { recoveryCodes } = await turnTwoStepOn(context, member)
      await page.goto('/#/login/logon')
      const account = page.getByRole('textbox', { name: recovery.account })
      await page.getByRole('radio', { name: recovery.ways['recovery-code'].title }).check({ force: true })
      const next = page.getByRole('button', { name: recovery.next['recovery-code'] })
      await next.click()
      await expectFieldError(account, texts.messages['input.required'])
      await fillAndLeave(account, '091234')
      await expectFieldError(account, texts.messages['input.account-not-ten-digits'])
      await account.fill(member.account)
      await next.click()

      const code = page.getByRole('textbox', { name: recovery.recoveryCode.label })
      const goOn = page.getByRole('button', { name: recovery.continue })
      await expect(goOn).toHaveAccessibleDescription(recovery.recoveryCode.need)
      await expectCleanPage(page, 'the proof')
      await code.fill('AAAAAA-AAAAAA-AAAAAA-AAAAAA')
      await goOn.click()

      const first = page.getByLabel(recovery.newPassword.label, { exact: true })
      const again = page.getByLabel(recovery.newPassword.confirm, { exact: true })
      const submit = page.getByRole('button', { name: recovery.newPassword.submit })
      await submit.click()
      await expectFieldError(first, texts.messages['input.required'])
      await expectFieldError(again, texts.messages['input.required'])
      await fillAndLeave(first, 'short7')
      await expectFieldError(first, texts.messages['input.password-length'])
      await first.fill(newPassword)
      await fillAndLeave(again, `${newPassword}x`)
      await expectFieldError(again, texts.messages['account.passwords-differ'])
      await again.fill(newPassword)
      await expectCleanPage(page, 'the new password')
      await submit.click()
      // The proof was wrong: the page returns to the proof step and shows the reason.
      await expectFieldError(code, texts.messages['auth.recovery-refused'])

      await code.fill(recoveryCodes[0] ?? '')
      await goOn.click()
      await first.fill(newPassword)
      await again.fill(newPassword)
      await submit.click()
      await expect(page).toHaveURL(/#\/login\/login$/)
      await expect(toast(page, texts)).toContainText(texts.messages['done.password-recovered'])
      await expect(loginForm(page, texts).account).toHaveValue(member.account)
      await logIn(page, texts, { account: member.account, password: newPassword })
      await expect(page).toHaveURL(/#\/login\/logon2/)
    },
  )

  test(
    'a recovery review request answers alike for existing and unknown accounts',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      const { recovery } = texts.auth
      for (const account of [member.account, anyAccount()]) {
        await page.goto(`/?of=${account}#/login/logon?way=review`)
        await page.getByRole('textbox', { name: recovery.account }).fill(account)
        await page.getByRole('button', { name: recovery.next.review }).click()
        const contact = page.getByRole('textbox', { name: recovery.review.contact })
        const statement = page.getByRole('textbox', { name: recovery.review.statement })
        const send = page.getByRole('button', { name: recovery.review.submit })
        await send.click()
        await expectFieldError(contact, texts.messages['input.required'])
        await expectFieldError(statement, texts.messages['input.required'])
        await contact.fill('me@example.com')
        await statement.fill('The phone is lost, with the authenticator and the recovery codes on it.')
        await send.click()
        await expect(page.getByRole('heading', { name: recovery.sent.title })).toBeVisible()
        await expect(page.getByText(recovery.sent.steps.secondCaption)).toBeVisible()
        // The browser creates the recovery key and shows it once. The member needs it after the review is approved.
        await expect(page.getByText(/^([0-9A-Z]{6}-){3}[0-9A-Z]{6}$/)).toBeVisible()
      }
      await expectCleanPage(page, 'the request was sent')
      await page.getByRole('link', { name: recovery.sent.done }).click()
      await expect(page).toHaveURL(/#\/login\/login$/)

      // Until two operators have approved the request, the key has no effect and the page says so.
      await page.goto(`/?again=1#/login/logon?way=review`)
      await page.getByRole('textbox', { name: recovery.account }).fill(member.account)
      await page.getByRole('button', { name: recovery.next.review }).click()
      await page.getByRole('button', { name: recovery.review.passed }).click()
      const key = page.getByRole('textbox', { name: recovery.reviewKey.label })
      await key.fill('4H7K2M-9PQR3T-5VWXYZ-0ABCDE')
      await page.getByRole('button', { name: recovery.continue }).click()
      await page.getByLabel(recovery.newPassword.label, { exact: true }).fill('harbour9lights')
      await page.getByLabel(recovery.newPassword.confirm, { exact: true }).fill('harbour9lights')
      await page.getByRole('button', { name: recovery.newPassword.submit }).click()
      await expectFieldError(key, texts.messages['auth.recovery-refused'])
    },
  )
})

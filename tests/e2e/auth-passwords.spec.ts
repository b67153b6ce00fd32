import type { Page } from '@playwright/test'
import { expectFieldError, logIn, toast } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { goodPassword } from './support/member.ts'
import { muteFeed } from './support/mute-feed.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const newPassword = 'meadow4window'

const passwordForm = (page: Page, { security: { loginPassword } }: Texts) => ({
  old: page.getByLabel(loginPassword.old, { exact: true }),
  fresh: page.getByLabel(loginPassword.new, { exact: true }),
  again: page.getByLabel(loginPassword.again, { exact: true }),
  submit: page.getByRole('button', { name: loginPassword.action }),
})

test.describe('change login password', () => {
  test(
    'a new login password replaces the old and signs out other devices',
    { tag: everyAppearance },
    async ({ page, texts, open, member, newPhone }) => {
      const other = await newPhone()
      await muteFeed(other)
      await other.goto('/#/login/login')
      await logIn(other, texts, member)
      await expect(other.getByText(texts.members.total).first()).toBeVisible()
      await other.goto('/#/user/usercenter')
      await expect(other.getByRole('button', { name: texts.members.ledger })).toBeVisible()

      await open('/user/loginPassword')
      const form = passwordForm(page, texts)
      await form.old.fill(goodPassword)
      await form.fresh.fill(newPassword)
      await form.again.fill(newPassword)
      await form.submit.click()
      await expect(toast(page, texts)).toContainText(texts.messages['done.password-changed'])
      await page.goto('/#/user/setting?view=security')
      await expect(page.getByText(texts.security.overview.twoStep, { exact: true })).toBeVisible()

      // The other device learns of the change on its next request.
      await other.getByRole('button', { name: texts.members.ledger }).click()
      await expect(other.getByRole('alertdialog', { name: texts.shell.expired.title })).toBeVisible()

      const third = await newPhone()
      await third.goto('/#/login/login')
      await logIn(third, texts, member)
      await expectFieldError(
        third.getByLabel(texts.auth.login.password, { exact: true }),
        texts.messages['account.wrong-credentials'],
      )
      await logIn(third, texts, { account: member.account, password: newPassword })
      await expect(third).toHaveURL(/#\/home\/index$/)
    },
  )

  test(
    'the password form shows an error for every wrong field',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, open, member }) => {
      const { need } = texts.security.loginPassword
      await open('/user/loginPassword')
      const form = passwordForm(page, texts)
      const expectNeed = (text: string) => expect(form.submit).toHaveAccessibleDescription(text)
      await expectNeed(need.old)
      await form.old.fill('not9thepassword')
      await expectNeed(need.new)
      for (const bad of ['short7', 'onlyletters', '12345678901', 'password1', `x${member.account}`]) {
        await form.fresh.fill(bad)
        await form.fresh.blur()
        await expectNeed(need.new)
        await expectFieldError(form.fresh, need.new)
      }
      await form.fresh.fill(newPassword)
      await expectNeed(need.again)
      await form.again.fill('somethingelse1')
      await form.again.blur()
      await expectNeed(need.again)
      await expect(form.again).toHaveAttribute('aria-invalid', 'true')
      await form.again.fill(newPassword)
      await form.submit.click()
      await expectFieldError(form.old, texts.messages['password.wrong-old'])
      await expectCleanPage(page, 'the password form with a refusal')
      await form.old.fill(goodPassword)
      await form.fresh.fill(goodPassword)
      await form.again.fill(goodPassword)
      await form.submit.click()
      await expectFieldError(form.fresh, texts.messages['input.password-unchanged'])
    },
  )
})

const pin = (page: Page, { security }: Texts) => page.getByLabel(security.fundPassword.label, { exact: true })

const typeOnPad = async (page: Page, texts: Texts, digits: string) => {
  const pad = page.getByRole('group', { name: texts.security.keypad })
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
}

test.describe('fund password', () => {
  test(
    'the fund password is set and later changed',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, open }) => {
      const { fundPassword, confirmPassword } = texts.security
      await open('/user/setPassword')
      await page.getByLabel(confirmPassword.label, { exact: true }).fill(goodPassword)
      await page.getByRole('button', { name: fundPassword.next }).click()
      await expect(page.getByRole('heading', { name: fundPassword.enter })).toBeVisible()
      await typeOnPad(page, texts, '135792')
      await expect(page.getByRole('heading', { name: fundPassword.again })).toBeVisible()

      // The second entry differs: the page reports it, nothing changes, and the member can start again.
      await typeOnPad(page, texts, '135790')
      await expectFieldError(pin(page, texts), fundPassword.differs)
      await expectCleanPage(page, 'fund password mismatch')
      await page.getByRole('button', { name: fundPassword.restart }).click()
      await typeOnPad(page, texts, '135792')
      await expect(page.getByRole('heading', { name: fundPassword.again })).toBeVisible()
      await typeOnPad(page, texts, '135792')
      await expect(toast(page, texts)).toContainText(texts.messages['done.fund-password-set'])

      await page.goto('/?again#/user/setPassword')
      await expect(page.getByRole('heading', { name: fundPassword.whoChange })).toBeVisible()
      await expectCleanPage(page, 'the old digits')
      await pin(page, texts).fill('135792')
      await expect(page.getByRole('heading', { name: fundPassword.enter })).toBeVisible()
      await pin(page, texts).fill('246813')
      await expect(page.getByRole('heading', { name: fundPassword.again })).toBeVisible()
      await pin(page, texts).fill('246813')
      await expect(toast(page, texts)).toContainText(texts.messages['done.fund-password-set'])
    },
  )

  test(
    'the fund password form shows an error for every wrong field',
    { tag: proveOnly },
    async ({ page, texts, open, member }) => {
      const { fundPassword, confirmPassword } = texts.security
      await open('/user/setPassword')
      const password = page.getByLabel(confirmPassword.label, { exact: true })
      await page.getByRole('button', { name: fundPassword.next }).click()
      await expectFieldError(password, confirmPassword.required)
      await password.fill('not9thepassword')
      await page.getByRole('button', { name: fundPassword.next }).click()
      for (const weak of ['123456', '111111', '654321', member.account.slice(-6)]) {
        await pin(page, texts).fill(weak)
        await expectFieldError(pin(page, texts), texts.messages['input.fund-password-weak'])
        // The next digit begins again.
        await typeOnPad(page, texts, '7')
        await expect(pin(page, texts)).toHaveValue('7')
        await pin(page, texts).fill('')
      }
      // The field ignores letters.
      await pin(page, texts).fill('1a3b5')
      await expect(pin(page, texts)).toHaveValue('135')
      await pin(page, texts).fill('135792')
      await expect(page.getByRole('heading', { name: fundPassword.again })).toBeVisible()
      await pin(page, texts).fill('135792')
      await expectFieldError(password, texts.messages['auth.wrong-password'])
    },
  )

  test('fund password digits are hidden until shown', { tag: proveOnly }, async ({ page, texts, open }) => {
    const { fundPassword, confirmPassword } = texts.security
    await open('/user/setPassword')
    await page.getByLabel(confirmPassword.label, { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: fundPassword.next }).click()
    await typeOnPad(page, texts, '13')
    await page.getByRole('button', { name: texts.security.deleteDigit }).click()
    await expect(pin(page, texts)).toHaveValue('1')
    await expect(pin(page, texts)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: fundPassword.show }).click()
    await expect(pin(page, texts)).toHaveAttribute('type', 'text')
  })
})

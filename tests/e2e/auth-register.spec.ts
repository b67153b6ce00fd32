import type { Page } from '@playwright/test'
import { expectFieldError, expectFine, fillAndLeave } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { anyAccount, goodPassword } from './support/member.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const form = (page: Page, { auth }: Texts) => ({
  account: page.getByRole('textbox', { name: auth.register.account }),
  password: page.getByLabel(auth.register.password, { exact: true }),
  confirm: page.getByLabel(auth.register.confirm, { exact: true }),
  invitation: page.getByRole('textbox', { name: auth.register.invitation }),
  agreement: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: auth.register.submit }),
})

test.describe('registration', () => {
  test(
    'a visitor registers, is signed in and sees the practice grant',
    { tag: everyAppearance },
    async ({ page, texts }) => {
      const { auth, messages, members } = texts
      await page.goto('/')
      await page.getByRole('button', { name: auth.start.register }).click()
      const fields = form(page, texts)
      // The site's public code is filled in.
      await expect(fields.invitation).toHaveValue('FAIRLOT')
      await fields.account.fill(anyAccount())
      await fields.password.fill(goodPassword)
      await fields.confirm.fill(goodPassword)
      await fields.agreement.check()
      await fields.submit.click()
      await expect(page).toHaveURL(/view=welcome$/)
      await expect(page.getByText(messages['done.registration'])).toBeVisible()
      // The booked practice money and the first steps, then the page the visitor wanted.
      const { welcome } = auth
      await expect(page.getByText(welcome.arrived)).toBeVisible()
      await expect(page.getByText('10,000,000').first()).toBeVisible()
      await expect(page.getByRole('link', { name: welcome.step.order.title })).toBeVisible()
      await expectCleanPage(page, 'the welcome')
      await page.getByRole('button', { name: welcome.start }).click()
      await expect(page).toHaveURL(/#\/home\/index$/)
      // The practice grant is visible.
      await expect(page.getByText(members.total).first()).toBeVisible()
      await expect(page.getByText('10,000,000.00').first()).toBeVisible()
    },
  )

  test('the register button lists what is still missing', { tag: proveOnly }, async ({ page, texts }) => {
    const { register } = texts.auth
    await page.goto('/#/login/register')
    const fields = form(page, texts)
    await expect(fields.invitation).toHaveValue('FAIRLOT')
    const { missing } = register
    const steps: [readonly string[], () => Promise<void>][] = [
      [
        [missing.account, missing.password, missing.confirm, missing.agreement],
        () => fields.account.fill(anyAccount()),
      ],
      [[missing.password, missing.confirm, missing.agreement], () => fields.password.fill(goodPassword)],
      [[missing.confirm, missing.agreement], () => fields.confirm.fill(goodPassword)],
      [[missing.agreement], () => fields.invitation.fill('')],
      [[missing.invitation, missing.agreement], () => fields.invitation.fill('FAIRLOT')],
      [[missing.agreement], () => fields.agreement.check()],
    ]
    for (const [missing, act] of steps) {
      await expect(fields.submit).toHaveAttribute('aria-disabled', 'true')
      await expect(fields.submit).toHaveAccessibleDescription(register.need([...missing]))
      await act()
    }
    await expect(fields.submit).not.toHaveAttribute('aria-disabled')
  })

  test(
    'the registration form shows an error for every wrong field',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts }) => {
      const { messages } = texts
      await page.goto('/#/login/register')
      const fields = form(page, texts)
      await expect(fields.invitation).toHaveValue('FAIRLOT')
      const account = anyAccount()

      const accounts = [
        ['A912345678', 'input.account-uppercase'],
        ['王912345678', 'input.account-chinese'],
        ['091234567', 'input.account-not-ten-digits'],
        ['091234567x', 'input.account-not-ten-digits'],
        ['', 'input.required'],
      ] as const
      for (const [text, code] of accounts) {
        await fillAndLeave(fields.account, text)
        await expectFieldError(fields.account, messages[code])
      }
      await fillAndLeave(fields.account, account)
      await expectFine(fields.account)

      const passwords = [
        ['short7', 'input.password-length'],
        ['onlyletters', 'input.password-composition'],
        ['1234567890123', 'input.password-composition'],
        [`x${account}`, 'input.password-is-account'],
        ['password1', 'input.password-common'],
        ['', 'input.required'],
      ] as const
      for (const [text, code] of passwords) {
        await fillAndLeave(fields.password, text)
        await expectFieldError(fields.password, messages[code])
      }
      await fillAndLeave(fields.password, goodPassword)
      await expectFine(fields.password)

      await fillAndLeave(fields.confirm, `${goodPassword}x`)
      await expectFieldError(fields.confirm, messages['account.passwords-differ'])
      await fillAndLeave(fields.confirm, '')
      await expectFieldError(fields.confirm, messages['input.required'])
      await fillAndLeave(fields.confirm, goodPassword)
      await expectFine(fields.confirm)

      await fillAndLeave(fields.invitation, '')
      await expectFieldError(fields.invitation, messages['input.required'])
      await fillAndLeave(fields.invitation, 'UNKNOWN')

      await fields.agreement.check()
      await fields.submit.click()
      await expectFieldError(fields.invitation, messages['account.inviter-not-found'])
      await expect(page).toHaveURL(/#\/login\/register$/)
    },
  )

  test(
    'an existing account is refused beside the account field',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      await page.goto('/#/login/register')
      const fields = form(page, texts)
      await expect(fields.invitation).toHaveValue('FAIRLOT')
      await fields.account.fill(member.account)
      await fields.password.fill(goodPassword)
      await fields.confirm.fill(goodPassword)
      await fields.agreement.check()
      await fields.submit.click()
      await expectFieldError(fields.account, texts.messages['account.exists'])
    },
  )

  test('a double tap on create account sends one request', { tag: proveOnly }, async ({ page, texts }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/#/login/register')
    const fields = form(page, texts)
    await expect(fields.invitation).toHaveValue('FAIRLOT')
    await fields.account.fill(anyAccount())
    await fields.password.fill(goodPassword)
    await fields.confirm.fill(goodPassword)
    await fields.agreement.check()
    await fields.submit.dblclick()
    await expect(page).toHaveURL(/view=welcome$/)
    expect(asked.filter((path) => path.endsWith('/auth/registerMember'))).toHaveLength(1)
  })

  test(
    'the registration form keeps its input after reading the agreement',
    { tag: proveOnly },
    async ({ page, texts }) => {
      await page.goto('/#/login/register')
      const fields = form(page, texts)
      const account = anyAccount()
      await fields.account.fill(account)
      await fields.password.fill(goodPassword)
      await fields.agreement.check()
      await page.getByRole('link', { name: texts.auth.agreement.terms }).click()
      await expect(page).toHaveURL(/#\/user\/agreement$/)
      await page.getByRole('button', { name: texts.shell.back }).click()
      await expect(fields.account).toHaveValue(account)
      await expect(fields.password).toHaveValue(goodPassword)
      await expect(fields.agreement).toBeChecked()
    },
  )
})

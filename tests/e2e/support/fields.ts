import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The message is beside the field and linked to it, so that a screen reader reads it too. */
export async function expectFieldError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(escaped(text)))
}

export async function expectFine(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid')
}

export async function fillAndLeave(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.blur()
}

export const loginForm = (page: Page, { auth }: Texts) => ({
  account: page.getByRole('textbox', { name: auth.login.account }),
  password: page.getByLabel(auth.login.password, { exact: true }),
  agreement: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: auth.login.submit, exact: true }),
})

/** The shell's one toast. */
export const toast = (page: Page, { shell }: Texts): Locator =>
  page.getByRole('status', { name: shell.toastLabel })

/** The toast of a sent order. A fill can arrive before the answer to the order: its toast then shows instead. */
export async function expectSent(page: Page, texts: Texts, sent = texts.orders.sending.sent): Promise<void> {
  const { filledDetail, executedDetail } = texts.orderNews
  const details = [filledDetail, executedDetail].map((detail) => detail('').split(' ')[0] ?? '')
  await expect(toast(page, texts)).toContainText(new RegExp([sent, ...details].map(escaped).join('|')))
}

export async function logIn(
  page: Page,
  texts: Texts,
  { account, password }: { readonly account: string; readonly password: string },
): Promise<void> {
  const form = loginForm(page, texts)
  await form.account.fill(account)
  await form.password.fill(password)
  await form.agreement.check()
  await form.submit.click()
}

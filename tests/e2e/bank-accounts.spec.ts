// A bank account from the form to the day it can be used. Two operators decide through the console's functions, the
// running worker executes the decision, and the open page on the phone updates by itself.

import type { Page } from '@playwright/test'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { fundPassword, holder, openOperatorVotes, verifyMember } from './support/money.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import type { Texts } from './support/texts.ts'

const list = '/user/BankCard'
const add = '/user/WithCard'

async function fill(page: Page, { bankAccounts }: Texts, number: string): Promise<void> {
  const { form } = bankAccounts
  await page.getByRole('button', { name: form.choose }).click()
  await page.getByLabel(form.search).fill('808')
  await page.getByRole('button', { name: /^808/ }).click()
  await page.getByLabel(form.branch, { exact: true }).fill('松江分行')
  await page.getByLabel(form.branchCode, { exact: true }).fill('0015')
  await page.getByLabel(form.number, { exact: true }).fill(number)
}

async function sign(page: Page, { fundComponents }: Texts, digits: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: fundComponents.pin.title })
  await sheet.getByLabel(fundComponents.pin.label).fill(digits)
  await sheet.getByRole('button', { name: fundComponents.pin.send, exact: true }).click()
}

test(
  'bank account screens ask an unverified member to verify identity',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open }) => {
    const { identity } = texts.fundComponents
    await open(list)
    await expect(page.getByRole('heading', { name: identity.title })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'no bank account without identity')
    await page.goto(`/#${add}`)
    await page.getByRole('link', { name: identity.action }).click()
    await expect(page.getByRole('heading', { name: texts.identity.form.title })).toBeVisible()
  },
)

test(
  'a bank account is rejected, resubmitted, approved and then cools down',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { bankAccounts, messages, shell } = texts
    const { form, states } = bankAccounts
    const operatorPage = await openOperatorVotes()
    try {
      const session = await open('/user/usercenter')
      await verifyMember(page.context().request, session, member, operatorPage)
      await page.goto(`/#${list}`)
      await page.reload()
      await page.getByRole('link', { name: bankAccounts.add }).click()
      await expect(page.getByRole('heading', { name: shell.titles.addBankAccount })).toBeVisible()
      await expect(page.getByLabel(form.holder)).toHaveValue(holder)

      // Each currency has its own fields: only rupees need an IFSC.
      await expect(page.getByLabel(form.ifsc)).toHaveCount(0)
      await page.getByText(texts.fundComponents.currencies['INR'] ?? '', { exact: true }).click()
      await expect(page.getByLabel(form.ifsc)).toBeVisible()
      await expect(page.getByLabel(form.upi)).toBeVisible()
      await page.getByText(texts.fundComponents.currencies['TWD'] ?? '', { exact: true }).click()

      const number = `98${Date.now().toString().slice(-8)}8842`
      await fill(page, texts, number.slice(0, 8))
      await expect(page.getByRole('button', { name: form.missing(2) })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await settle(page)
      await expectCleanPage(page, 'a number that is too short')
      await page.getByLabel(form.number, { exact: true }).fill(number)
      await page.getByRole('button', { name: form.send, exact: true }).click()
      await sign(page, texts, '258037')
      await expect(page.getByText(messages['password.wrong-fund'])).toBeVisible()
      await expectCleanPage(page, 'a wrong fund password')
      // The connection breaks after the server has stored the account. The retry uses the same key and adds nothing.
      let cuts = 1
      await page.route('**/bank-accounts/add', async (route) => {
        if (cuts-- <= 0) return route.continue()
        await route.fetch()
        await route.abort('connectionreset')
      })
      await sign(page, texts, fundPassword)
      await expect(page.getByText(form.offline)).toBeVisible()
      await sign(page, texts, fundPassword)
      await expect(page.getByRole('heading', { name: shell.titles.bankAccounts })).toBeVisible()
      await expect(page.getByText(states.pending, { exact: true })).toHaveCount(1)
      await expect(toast(page, texts)).toHaveCount(0)
      await settle(page)
      await expectCleanPage(page, 'an account in review')

      const { rows } = await operatorPage.owner.query(
        'SELECT id FROM app.bank_accounts WHERE member_id = $1',
        [member.memberId],
      )
      expect(rows).toHaveLength(1)
      await operatorPage.vote(0, 'bank-account', rows[0].id, 'reject', '存摺戶名是林書銨', {
        reason: 'name-differs',
      })
      await expect(page.getByText(states.rejected, { exact: true })).toBeVisible()
      await expect(page.getByText(/林書銨/)).toBeVisible()
      await expectCleanPage(page, 'a refused account')

      await page.getByRole('link', { name: bankAccounts.again }).click()
      await expect(page.getByLabel(form.branch, { exact: true })).toHaveValue('松江分行')
      await page.getByLabel(form.number, { exact: true }).fill(`${number.slice(0, -4)}2071`)
      await page.getByRole('button', { name: form.send, exact: true }).click()
      await sign(page, texts, fundPassword)
      await expect(page.getByText(states.pending, { exact: true })).toBeVisible()
      const again = await operatorPage.owner.query(
        `SELECT id FROM app.bank_accounts WHERE member_id = $1 AND state = 'pending'`,
        [member.memberId],
      )
      await operatorPage.vote(0, 'bank-account', again.rows[0].id, 'approve', '')
      await operatorPage.vote(1, 'bank-account', again.rows[0].id, 'approve', '')
      await expect(page.getByText(states.coolingDown, { exact: true })).toBeVisible()
      await expect(toast(page, texts)).toHaveCount(0)
      await expectCleanPage(page, 'an account in its cool-down')

      // Removal needs a confirmation.
      await page.getByRole('button', { name: bankAccounts.remove }).first().click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: bankAccounts.removing.no }).click()
      await expect(dialog).toBeHidden()
      const before = await page.getByRole('button', { name: bankAccounts.remove }).count()
      await page.getByRole('button', { name: bankAccounts.remove }).first().click()
      await dialog.getByRole('button', { name: bankAccounts.removing.yes }).click()
      await expect(page.getByRole('button', { name: bankAccounts.remove })).toHaveCount(before - 1)
    } finally {
      await operatorPage.owner.end()
    }
  },
)

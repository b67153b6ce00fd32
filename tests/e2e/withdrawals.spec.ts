// Withdrawals as the member sees them: each obstacle is named with its fix; then sent, cancelled, sent again and
// approved by two, while the page on the phone follows.

import { restrict } from './support/database.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { fundPassword, openOperatorVotes, usableCard, verifyMember } from './support/money.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

test(
  'the withdrawal screen asks for identity, then for a bank account',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { withdrawals, fundComponents, shell } = texts
    const operatorPage = await openOperatorVotes()
    try {
      const session = await open('/user/withdraw')
      await expect(page.getByRole('heading', { name: fundComponents.identity.title })).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'no withdrawal without identity')
      await verifyMember(page.context().request, session, member, operatorPage)
      await page.reload()
      await expect(page.getByText(withdrawals.noCard.title)).toBeVisible()
      await expectCleanPage(page, 'no account to withdraw to')
      await page.getByRole('link', { name: withdrawals.noCard.add }).click()
      await expect(page.getByRole('heading', { name: shell.titles.addBankAccount })).toBeVisible()
    } finally {
      await operatorPage.owner.end()
    }
  },
)

test(
  'a restricted member sees the restriction before anything else',
  { tag: proveOnly },
  async ({ page, texts, lang, open, member }) => {
    const { restricted, fundComponents } = texts
    await restrict(member, 'no-withdrawal', 'identity-doubt')
    await open('/user/withdraw')
    const kind = restricted.kinds['no-withdrawal']
    await expect(page.getByRole('heading', { name: new RegExp(`^${kind}.*\\d\\d/\\d\\d`) })).toBeVisible()
    await expect(page.getByText(restricted.reasons['identity-doubt'])).toBeVisible()
    await expect(page.getByText(fundComponents.identity.title)).toHaveCount(0)
    await settle(page)
    await expectCleanPage(page, `a restricted withdrawal, ${lang}`)
    await restrict(member, 'frozen', 'debt')
    for (const [path, name] of [
      ['/user/rechargeChannel', 'deposits'],
      ['/market/marketBuy?symbol=2330', 'an order'],
    ]) {
      await page.goto(`/?restricted=${name}#${path}`)
      await expect(
        page.getByRole('heading', { name: new RegExp(`^${restricted.kinds.frozen}`) }),
      ).toBeVisible()
      await expect(page.getByText(restricted.reasons.debt)).toBeVisible()
    }
    await page.getByRole('link', { name: restricted.more }).click()
    await expect(page.getByRole('button', { name: texts.members.restricted.appeal })).toBeVisible()
  },
)

test(
  'a bank account in review cannot be chosen for a withdrawal',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { withdrawals, wallet, funds, members, fundComponents } = texts
    const operatorPage = await openOperatorVotes()
    try {
      const session = await open('/user/usercenter')
      const { request } = page.context()
      await verifyMember(request, session, member, operatorPage)
      await callApi(
        request,
        '/bank-accounts/add',
        {
          currency: 'TWD',
          holder: '林書安',
          number: `98${Date.now().toString().slice(-8)}8842`,
          bankCode: '808',
          branch: '松江分行',
          branchCode: '0015',
          fundPassword,
        },
        { session, key: true },
      )
      await page.getByRole('link', { name: members.rows.wallet, exact: true }).click()
      await expect(
        page.getByText(texts.figures.names.withdrawable).filter({ visible: true }).first(),
      ).toBeVisible()
      await expect(page.getByText('10,000,000').filter({ visible: true }).first()).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'the wallet')
      await page.getByRole('link', { name: wallet.withdraw, exact: true }).click()
      await expect(page.getByText(withdrawals.rule)).toBeVisible()
      await expect(page.getByText(withdrawals.allCoolingDown)).toBeVisible()

      // A refused amount: the page shows the bound, and one press corrects it.
      const amount = page.getByLabel(fundComponents.amount, { exact: true })
      await amount.fill('1')
      await expect(
        page.locator('dt', { hasText: withdrawals.arrives }).locator('xpath=following-sibling::dd'),
      ).toHaveText('NT$0.00')
      await expect(page.getByText(/1,000\.00/).first()).toBeVisible()
      await page.getByRole('button', { name: withdrawals.all }).click()
      await expect(amount).not.toHaveValue('1')
      await settle(page)
      await expectCleanPage(page, 'the form of a withdrawal')

      // The button below the form says the same while no account is chosen.
      await page.getByRole('button', { name: withdrawals.choose }).first().click()
      const sheet = page.getByRole('dialog', { name: withdrawals.choose })
      await expect(sheet.getByText(withdrawals.unusable.pending)).toBeVisible()
      await expectCleanPage(page, 'the choice of an account')
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()

      await page.getByRole('button', { name: withdrawals.records }).click()
      await expect(page.getByText(funds.record.none.withdrawal)).toBeVisible()
      await page.getByRole('tab', { name: funds.record.tabs['stored-value'] }).click()
      await expect(page.getByRole('region', { name: funds.record.grants })).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'the deposits of the fund record')
    } finally {
      await operatorPage.owner.end()
    }
  },
)

test(
  'a withdrawal survives a lost response, is cancelled, resent and approved',
  { tag: twoAppearances },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { withdrawals, fundComponents, funds, shell } = texts
    const { detail } = withdrawals
    const operatorPage = await openOperatorVotes()
    try {
      const session = await open('/user/usercenter')
      const { request } = page.context()
      await verifyMember(request, session, member, operatorPage)
      await usableCard(request, session, operatorPage)
      const fill = async () => {
        await page.getByLabel(fundComponents.amount, { exact: true }).fill('80000')
        await page.getByLabel(withdrawals.pin).first().fill(fundPassword)
      }
      const send = page.getByRole('button', { name: withdrawals.send('NT$80,000.00') })
      await page.goto('/#/user/withdraw')
      await page.reload()
      await expect(page.getByText(withdrawals.rule)).toBeVisible()
      await fill()
      await settle(page)
      await expectCleanPage(page, 'a withdrawal before it is sent')
      // The response is lost: the phone asks again by the id it made, and there is one withdrawal.
      let lost = 1
      await page.route('**/withdrawals/create', async (route) => {
        if (lost-- <= 0) return route.continue()
        await route.fetch()
        await route.abort('connectionreset')
      })
      await send.click()
      await expect(
        page.getByRole('heading', { name: shell.titles.withdrawProgress, exact: true }),
      ).toBeVisible({
        timeout: 60_000,
      })
      await expect(page.getByText(detail.waiting)).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'a withdrawal in review')
      const list = () =>
        callApi<{ withdrawals: { withdrawalId: string; state: string }[] }>(
          request,
          '/withdrawals/list',
          {},
          { session },
        )
      expect((await list()).withdrawals).toHaveLength(1)
      await page.getByRole('button', { name: detail.cancel }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: detail.taking.yes }).click()
      await expect(page.getByText(withdrawals.states.rejected, { exact: true })).toBeVisible()

      await page.getByRole('link', { name: detail.again }).click()
      await expect(page.getByText(withdrawals.rule)).toBeVisible()
      await fill()
      await send.click()
      await expect(
        page.getByRole('heading', { name: shell.titles.withdrawProgress, exact: true }),
      ).toBeVisible()
      await expect(page.getByText(detail.waiting)).toBeVisible()
      const made = (await list()).withdrawals.find(({ state }) => state === 'pending')!
      await operatorPage.vote(0, 'withdrawal', made.withdrawalId, 'approve', '')
      await operatorPage.vote(1, 'withdrawal', made.withdrawalId, 'approve', '')
      await expect(page.getByText(withdrawals.stages.queued, { exact: true })).toBeVisible({
        timeout: 60_000,
      })
      await settle(page)
      await expectCleanPage(page, 'a withdrawal on its way')

      // The fund record: filtered to withdrawals, a row opens to its own lines.
      await page.goto('/#/user/FundingDetails?tab=withdrawal')
      await expect(page.getByText(funds.record.withdrawals.queued)).toBeVisible()
      await expect(page.getByText(funds.record.cancelled)).toBeVisible()
      await expect(page.getByText('−80,000.00').first()).toBeVisible()
    } finally {
      await operatorPage.owner.end()
    }
  },
)

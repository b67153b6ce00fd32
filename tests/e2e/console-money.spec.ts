// Deposits and withdrawals in the operators' console: a claim beside the bank's line, channels, a payout file that can
// be downloaded once, a return, and the ledger lines of each. In US dollars, so that no other test's payouts are in the
// same file.

import { createHash, randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test'
import { texts as channelsEn } from '../../apps/console/src/features/deposits/channels/texts/en.ts'
import { texts as channelsTw } from '../../apps/console/src/features/deposits/channels/texts/tw.ts'
import { texts as depositsEn } from '../../apps/console/src/features/deposits/requests/texts/en.ts'
import { texts as depositsTw } from '../../apps/console/src/features/deposits/requests/texts/tw.ts'
import { texts as statementsEn } from '../../apps/console/src/features/bank-statements/statements/texts/en.ts'
import { texts as statementsTw } from '../../apps/console/src/features/bank-statements/statements/texts/tw.ts'
import { texts as payoutsEn } from '../../apps/console/src/features/withdrawals/payouts/texts/en.ts'
import { texts as payoutsTw } from '../../apps/console/src/features/withdrawals/payouts/texts/tw.ts'
import { texts as withdrawalsEn } from '../../apps/console/src/features/withdrawals/requests/texts/en.ts'
import { texts as withdrawalsTw } from '../../apps/console/src/features/withdrawals/requests/texts/tw.ts'
import { texts as requestsEn } from '../../apps/console/src/kit/list/texts/en.ts'
import { texts as requestsTw } from '../../apps/console/src/kit/list/texts/tw.ts'
import { type Lang, oneConsole, proveOnly } from './projects.ts'
import {
  approve,
  openInQueue,
  openDocuments,
  queueTexts,
  reject,
  reviewOf,
  reviewTexts,
  sendFirstVote,
} from './support/both-apps.ts'
import { bankIs } from './support/bank-hours.ts'
import { callApi, registerMember, signIn, type Session } from './support/member.ts'
import {
  fundPassword,
  openOperatorVotes,
  usableCard,
  until,
  uploadPicture,
  verifyMember,
} from './support/money.ts'
import { expectCleanConsole, signInOperator, type SignedInOperator, withOwner } from './support/operators.ts'

const textsOf = (lang: Lang) =>
  lang === 'tw'
    ? {
        requests: requestsTw,
        deposits: depositsTw,
        channels: channelsTw,
        statements: statementsTw,
        withdrawals: withdrawalsTw,
        payouts: payoutsTw,
      }
    : {
        requests: requestsEn,
        deposits: depositsEn,
        channels: channelsEn,
        statements: statementsEn,
        withdrawals: withdrawalsEn,
        payouts: payoutsEn,
      }

const test = base.extend<{
  lang: Lang
  operators: readonly [SignedInOperator, SignedInOperator]
  phone: APIRequestContext
}>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  operators: async ({ browser, lang }, use) => {
    const one = await signInOperator(browser, lang, ['approver'], { name: '陳偉' })
    const two = await signInOperator(browser, lang, ['approver'], { name: '林美' })
    await use([one, two])
    for (const { context } of [one, two]) await context.close()
  },
  phone: async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
    await use(request)
    await request.dispose()
  },
})

/** Selects by table, because the queue has buttons with the same names. */
const rowOf = (page: Page, table: string, number: string) =>
  page.getByRole('table', { name: table }).getByRole('button', { name: number, exact: true })

/** Moves the mouse, so that an idle console page reloads its data. */
const comeBack = ({ page }: SignedInOperator) => page.mouse.move(20, 20 + randomInt(200))

const channelOf = async (request: APIRequestContext, session: Session): Promise<string> => {
  const { channels } = await callApi<{ channels: { channelId: string; currency: string }[] }>(
    request,
    '/deposits/channels',
    {},
    { session },
  )
  return channels.find(({ currency }) => currency === 'USD')!.channelId
}

/** Claims that this amount was paid in; returns the reference the member has to put on the transfer. */
async function payIn(request: APIRequestContext, session: Session, amount: string): Promise<string> {
  const channelId = await channelOf(request, session)
  const receipt = await uploadPicture(request, session)
  const body = { channelId, amount, receipt, fromEnding: '3307' }
  await callApi(request, '/deposits/create', body, { session, key: true })
  const { reference } = await callApi<{ reference: string }>(
    request,
    '/deposits/channel',
    { channelId },
    { session },
  )
  return reference
}

test(
  'two operators complete a deposit, a payout file and a return',
  { tag: [oneConsole, proveOnly] },
  async ({ operators, phone, lang }) => {
    const [one, two] = operators
    const consoleTexts = textsOf(lang)
    const votes = await openOperatorVotes()
    try {
      const member = await registerMember(phone)
      const session = await signIn(phone, member)
      await verifyMember(phone, session, member, votes)
      const reference = await payIn(phone, session, '5000000')
      const review = await reviewOf('deposit', member.memberId)

      // The list of waiting deposits, with the bank's own file beside it.
      const { page } = one
      await page.goto('/#/deposits')
      await expect(rowOf(page, consoleTexts.deposits.list.label, review.number)).toBeVisible()
      await page.getByRole('link', { name: consoleTexts.deposits.tabs.statements }).click()
      await page.getByRole('button', { name: consoleTexts.statements.import }).click()
      const popup = page.getByRole('dialog', { name: consoleTexts.statements.popup.title })
      const transaction = `T${randomInt(1_000_000_000)}`
      const csv = [
        'account,transaction,booked_at,currency,amount,reference,from_ending',
        `01700000000002,${transaction},${new Date().toISOString()},USD,5000.00,${reference},0053307`,
        '',
      ].join('\n')
      await popup.locator('input[type=file]').setInputFiles({
        name: 'bank.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      })
      await popup.getByRole('button', { name: consoleTexts.statements.popup.send, exact: true }).click()
      await expect(popup.getByText(consoleTexts.statements.popup.taken(1, 1, 1))).toBeVisible()
      await expectCleanConsole(page, 'an imported statement')
      await popup.getByRole('button', { name: consoleTexts.statements.popup.done }).click()
      // The worker matches the line to the deposit on its own schedule, and the page refreshes by itself.
      const line = page.getByRole('row', { name: new RegExp(transaction) })
      await expect(line.getByText(consoleTexts.deposits.differences['amount']!)).toBeVisible()
      await line.getByRole('button', { name: transaction }).click()

      // Claim and line side by side. The first operator books the received amount, the second approves it.
      const pane = await openInQueue(one, review)
      await openDocuments(one, pane)
      const amounts = pane.getByRole('row', { name: /US\$50,000\.00.*US\$5,000\.00/ })
      await expect(amounts).toBeVisible()
      await expectCleanConsole(page, 'a deposit beside its line')
      const texts = queueTexts(lang)
      const booked = pane.getByLabel(reviewTexts(lang)['booked']!, { exact: true })
      await expect(booked).toHaveValue('5,000.00')
      await expect(booked).toHaveAttribute('readonly')
      await pane.getByRole('button', { name: texts.pane.approve('US$5,000.00') }).click()
      await sendFirstVote(one, review.number)
      await comeBack(two)
      await approve(two, review, 'second')

      // The deposit record shows its ledger lines.
      await two.page.goto('/#/deposits?state=passed')
      await rowOf(two.page, consoleTexts.deposits.list.label, review.number).click()
      const record = two.page.getByRole('complementary', { name: consoleTexts.deposits.record.label })
      const ledger = record.getByRole('table', { name: consoleTexts.requests.record.ledger })
      await expect(ledger.getByRole('row')).toHaveCount(3)
      await expect(ledger.getByText('US$5,000.00').first()).toBeVisible()
      await expectCleanConsole(two.page, 'the record of a deposit')

      // A new channel is a proposal; the other operator may reject it.
      await page.goto('/#/deposits/channels')
      await page.getByRole('button', { name: consoleTexts.channels.new }).click()
      const form = page.getByRole('dialog', { name: consoleTexts.channels.form.newTitle })
      await form.getByRole('button', { name: consoleTexts.channels.form.send }).click()
      await expect(form.getByText(consoleTexts.channels.form.required).first()).toBeVisible()
      for (const [name, value] of [
        [consoleTexts.channels.form.nameTw, '試用通道'],
        [consoleTexts.channels.form.nameEn, 'Trial channel'],
        [consoleTexts.channels.form.holder, 'Fairlot'],
        [consoleTexts.channels.form.number, '00400000000009'],
        [consoleTexts.channels.form.bankName, '臺灣銀行'],
        [consoleTexts.channels.form.bankCode, '004'],
        [consoleTexts.channels.form.branch, '營業部'],
        [consoleTexts.channels.form.min, '1000'],
        [consoleTexts.channels.form.max, '20000'],
        [consoleTexts.channels.form.why, 'e2e test'],
      ] as const) {
        await form.getByLabel(name, { exact: true }).fill(value)
      }
      await expectCleanConsole(page, 'the form of a channel')
      await form.getByRole('button', { name: consoleTexts.channels.form.send }).click()
      await expect(form).toBeHidden()
      const proposal = await withOwner(async (db) => {
        const [row] = await db.query<{ reviewId: string; number: string }>(
          `SELECT id AS "reviewId", number FROM app.reviews WHERE kind = 'channel' AND opened_by = $1`,
          [one.operatorId],
        )
        return { ...row!, kind: 'channel' as const }
      })
      await expect(page.getByText(consoleTexts.channels.waiting(proposal.number, one.name))).toBeVisible()
      await comeBack(two)
      await reject(two, proposal, 'not now')

      // A withdrawal: held, approved by two, then in a file that two operators approve and one downloads once.
      const card = await usableCard(phone, session, votes, {
        currency: 'USD',
        number: `US${randomInt(1_000_000_000)}`,
        bankCode: 'CHASUS33',
        bankName: 'Chase',
      })
      const withdrawalId = randomUUID()
      await callApi(
        phone,
        '/withdrawals/create',
        { withdrawalId, bankAccountId: card, amount: '300000', fundPassword },
        { session, key: true },
      )
      const asked = await reviewOf('withdrawal', member.memberId)
      await page.goto('/#/withdrawals')
      await expect(rowOf(page, consoleTexts.withdrawals.list.label, asked.number)).toBeVisible()
      await votes.vote(0, 'withdrawal', withdrawalId, 'approve', '')
      await votes.vote(1, 'withdrawal', withdrawalId, 'approve', '')
      await page.goto('/#/withdrawals/payouts')
      const queued = page.getByRole('row', { name: /USD/ }).first()
      await queued.getByRole('button', { name: consoleTexts.payouts.queued.propose }).click()
      const proposing = page.getByRole('dialog', { name: consoleTexts.payouts.proposing.title('USD') })
      await proposing.getByLabel(consoleTexts.payouts.proposing.why).fill('e2e test')
      await proposing.getByRole('button', { name: consoleTexts.payouts.proposing.send }).click()
      await expect(proposing).toBeHidden()
      const file = await withOwner(async (db) => {
        const [row] = await db.query<{ reviewId: string; number: string }>(
          `SELECT id AS "reviewId", number FROM app.reviews WHERE kind = 'payout-batch' AND opened_by = $1`,
          [one.operatorId],
        )
        return { ...row!, kind: 'payout-batch' as const }
      })
      await comeBack(two)
      await approve(two, file, 'second')
      await page.goto('/#/withdrawals/payouts')
      const files = page.getByRole('table', { name: consoleTexts.payouts.files.label })
      await files.getByRole('button', { name: /USD/ }).first().click()
      const batch = page.getByRole('complementary', { name: consoleTexts.payouts.batch.label })
      await expect(batch.getByText('•••• ')).toBeVisible()
      await expectCleanConsole(page, 'a payout file')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        batch.getByRole('button', { name: consoleTexts.payouts.batch.fetch }).click(),
      ])
      const text = readFileSync(await download.path(), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      await expect(batch.getByText(checksum)).toBeVisible()
      expect(text).toContain('3000.00')
      await expect(batch.getByRole('button', { name: consoleTexts.payouts.batch.fetch })).toHaveCount(0)
      // The member can read who saw their account number, and why.
      const seen = await withOwner((db) =>
        db.query(`SELECT 1 FROM app.personal_views WHERE member_id = $1 AND field = 'bank-account'`, [
          member.memberId,
        ]),
      )
      expect(seen).toHaveLength(1)

      // The bank returns the payout: proposed by one operator, approved by the other, and available to the member
      // again.
      await page.goto('/#/withdrawals?state=sent')
      await rowOf(page, consoleTexts.withdrawals.list.label, asked.number).click()
      const paid = page.getByRole('complementary', { name: consoleTexts.withdrawals.record.label })
      await paid.getByRole('button', { name: consoleTexts.withdrawals.record.back }).click()
      const returning = page.getByRole('dialog', { name: consoleTexts.withdrawals.returning.title })
      await returning.getByLabel(consoleTexts.withdrawals.returning.reason).fill('account closed')
      await returning.getByRole('button', { name: consoleTexts.withdrawals.returning.send }).click()
      await expect(returning).toBeHidden()
      await comeBack(two)
      await approve(two, await reviewOf('payout-return', member.memberId), 'second')
      await until(async () => {
        const { withdrawable } = await callApi<{ withdrawable: string }>(
          phone,
          '/withdrawals/offer',
          { currency: 'USD' },
          { session },
        )
        return withdrawable === '500000'
      })
      await page.goto('/#/withdrawals?state=returned')
      await rowOf(page, consoleTexts.withdrawals.list.label, asked.number).click()
      await expect(
        paid.getByText(consoleTexts.withdrawals.events['withdrawal.returned']!).first(),
      ).toBeVisible()
      await expectCleanConsole(page, 'the record of a withdrawal')
    } finally {
      await votes.owner.end()
    }
  },
)

test(
  'every deposit and withdrawal page loads without accessibility or browser errors',
  { tag: proveOnly },
  async ({ operators: [{ page }], lang }) => {
    test.slow()
    const consoleTexts = textsOf(lang)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
        complaints.push(message.text())
    })
    for (const [path, filter] of [
      ['/deposits', consoleTexts.requests.filter],
      ['/deposits?state=rejected', consoleTexts.requests.filter],
      ['/deposits/statements?show=all', consoleTexts.statements.views.label],
      ['/withdrawals', consoleTexts.requests.filter],
      ['/bank-accounts', consoleTexts.requests.filter],
    ] as const) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('group', { name: filter })).toBeVisible()
      await expect(
        page.getByRole('table').or(page.getByText(consoleTexts.requests.empty)).first(),
      ).toBeVisible()
      await expectCleanConsole(page, path)
    }
    await page.goto('/#/deposits/channels')
    await expect(page.getByRole('table', { name: consoleTexts.channels.list.label })).toBeVisible()
    await page.getByRole('table').getByRole('button').first().click()
    await expect(page.getByRole('complementary', { name: consoleTexts.channels.detail.label })).toBeVisible()
    await expectCleanConsole(page, 'a channel')
    await page.goto('/#/withdrawals/payouts')
    await expect(page.getByRole('heading', { name: consoleTexts.payouts.queued.title })).toBeVisible()
    await expectCleanConsole(page, 'payouts')
    expect(complaints, 'the browser complains').toEqual([])
  },
)

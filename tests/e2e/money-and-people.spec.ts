// Both apps at once: a member's phone and two operators in their own consoles, one in Chinese and light, one in English
// and dark. From the identity documents to the payout and the statement, with the possible rejections on the way.

import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { texts as membersConsole } from '../../apps/console/src/features/members/texts/tw.ts'
import { texts as payoutsTexts } from '../../apps/console/src/features/withdrawals/payouts/texts/tw.ts'
import { texts as proposalTexts } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { picture } from '../flows/support/pictures.ts'
import { importStatement } from '../../apps/server/src/features/bank-statements/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import {
  approve,
  approveByTwo,
  openInQueue,
  openDocuments,
  queueTexts,
  reject,
  reviewOf,
  reviewTexts,
  sendFirstVote,
} from './support/both-apps.ts'
import { bankIs } from './support/bank-hours.ts'
import { hold } from './support/hold.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, enter, registerMember, type Member, type Session } from './support/member.ts'
import { fundPassword, holder, idNumber, openOperatorVotes, until, verifyMember } from './support/money.ts'
import { expectCleanConsole, signInOperator, withOwner, type SignedInOperator } from './support/operators.ts'
import { expect, test as base, proveOnly } from './support/test.ts'
import { textsOf, type Texts } from './support/texts.ts'
import { apiOf } from './support/trading.ts'

interface Fixtures {
  /** Two approvers, each with their own browser, language and theme. */
  readonly operators: readonly [SignedInOperator, SignedInOperator]
}

const test = base.extend<Fixtures>({
  operators: async ({ browser, complaints }, use) => {
    const operators = [
      await signInOperator(browser, 'tw', ['approver'], { name: '王先看', appearance: { theme: 'light' } }),
      await signInOperator(browser, 'en', ['approver'], { name: '李後看', appearance: { theme: 'dark' } }),
    ] as const
    for (const { context } of operators) watch(context, complaints.seen)
    await use(operators)
    for (const { context } of operators) await context.close()
  },
})

const watch = (context: BrowserContext, seen: string[]): void => {
  context.on('weberror', (error) => seen.push(`console, uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
  })
}

/** The worker executes a decision, and the phone updates by itself. */
const soon = { timeout: 60_000 }

async function givePicture(page: Page, label: string): Promise<void> {
  await page
    .getByLabel(label, { exact: true })
    .and(page.locator('input[type=file]'))
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await picture() })
}

async function submitIdentityDocuments(page: Page, { identity }: Texts): Promise<void> {
  await page.getByLabel(identity.fields.name, { exact: true }).fill(holder)
  await page.getByLabel(identity.form.number['national-id'], { exact: true }).fill(idNumber())
  await page.getByLabel(identity.form.birthDate, { exact: true }).fill('19900517')
  await page.getByRole('button', { name: identity.form.next }).click()
  for (const side of ['front', 'back'] as const) {
    await givePicture(page, identity.photos.take[side])
    await expect(page.getByText(identity.photos.done[side])).toBeVisible()
  }
  await page.getByRole('button', { name: identity.photos.send }).click()
  await expect(page.getByRole('heading', { name: identity.review.title })).toBeVisible()
}

async function sign(page: Page, { fundComponents }: Texts): Promise<void> {
  const sheet = page.getByRole('dialog', { name: fundComponents.pin.title })
  await sheet.getByLabel(fundComponents.pin.label).fill(fundPassword)
  await sheet.getByRole('button', { name: fundComponents.pin.send, exact: true }).click()
}

/** Opens the first deposit channel in NT$ that needs no password, and sends this amount with a receipt. */
async function payIn(
  page: Page,
  session: Session,
  { deposits, fundComponents }: Texts,
  amount: string,
): Promise<void> {
  const offer = await callApi<{
    channels: { channelId: string; currency: string; state: string; needsPassword: boolean }[]
  }>(page.context().request, '/deposits/channels', {}, { session })
  const channel = offer.channels.find(
    ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
  )
  await page.goto(`/#/user/recharge?channel=${channel?.channelId ?? ''}`)
  await page.getByLabel(fundComponents.amount, { exact: true }).fill(amount)
  await givePicture(page, deposits.form.take)
  await page
    .getByRole('button', { name: new RegExp(`^${deposits.form.send('.*').replaceAll('$', '\\$')}`) })
    .click()
  await expect(page.getByText(deposits.detail.waiting)).toBeVisible()
}

async function withdraw(page: Page, { withdrawals, fundComponents }: Texts, amount: string): Promise<void> {
  await page.goto('/#/user/withdraw')
  await page.getByLabel(fundComponents.amount, { exact: true }).fill(amount)
  const pin = page.getByLabel(withdrawals.pin, { exact: true })
  await pin.focus()
  await pin.fill(fundPassword)
  await page
    .getByRole('button', { name: new RegExp(`^${withdrawals.send('NT').replaceAll('$', '\\$')}`) })
    .click()
  await expect(page.getByText(withdrawals.detail.waiting)).toBeVisible()
}

/** Skips the cool-down of a new bank account: no test can wait a day. */
const letCoolDownPass = ({ memberId }: Member): Promise<void> =>
  withOwner((db) =>
    db.transaction(async (tx) => {
      await tx.query('ALTER TABLE app.bank_accounts DISABLE TRIGGER bank_accounts_usable_from_immutable')
      await tx.query(
        "UPDATE app.bank_accounts SET usable_from = now() - interval '1 minute' WHERE member_id = $1",
        [memberId],
      )
      await tx.query('ALTER TABLE app.bank_accounts ENABLE TRIGGER bank_accounts_usable_from_immutable')
    }),
  )

/** The bank's statement of it, as `import-bank-statement` reads it. */
const bankSays = (reference: string, amount: string): Promise<unknown> =>
  withOwner((db) => {
    const text = `account,transaction,booked_at,currency,amount,reference,from_ending
00401234567890,E2E-${newId()},${new Date().toISOString()},TWD,${amount},${reference},
`
    return db.transaction((tx) =>
      importStatement(tx, { fileName: 'e2e.csv', text, by: 'system', now: new Date(), requestId: newId() }),
    )
  })

/**
 * One operator proposes the payout, the other approves it, and the file is downloaded once. Another test may already
 * have put all waiting withdrawals into its own file, with this one among them. Returns the reference the bank will
 * use.
 */
async function payOut(
  [first, second]: readonly [SignedInOperator, SignedInOperator],
  withdrawalId: string,
): Promise<string> {
  const rowOf = () =>
    withOwner(async (db) => {
      const [row] = await db.query<{ stage: string; reference: string; batchId: string }>(
        'SELECT stage, reference, batch_id AS "batchId" FROM app.withdrawals WHERE id = $1',
        [withdrawalId],
      )
      return row!
    })
  const { queued, proposing, batch } = payoutsTexts
  const { page } = first
  await page.goto('/#/withdrawals/payouts')
  const waiting = page.getByRole('row').filter({ hasText: 'TWD' })
  const propose = waiting.getByRole('button', { name: queued.propose })
  const fileOfOthers = waiting.getByText(/[A-Z]\d{4}-\d+/)
  await expect(propose.or(fileOfOthers).or(page.getByText(queued.none)).first()).toBeVisible()
  const isOurs = await propose.isVisible()
  if (isOurs) {
    await propose.click()
    const form = page.getByRole('dialog', { name: proposing.title('TWD') })
    await form.getByLabel(proposing.why).fill('e2e test')
    await form.getByRole('button', { name: proposing.send }).click()
    const number = await waiting.getByText(/[A-Z]\d{4}-\d+/).innerText()
    const review = await reviewOf('payout-batch', /[A-Z]\d{4}-\d+/.exec(number)?.[0] ?? '')
    await approve(second, review, 'second')
  }
  await until(async () => (await rowOf()).stage !== 'queued')
  const { reference, batchId } = await rowOf()
  if (isOurs) {
    await page.goto(`/#/withdrawals/payouts?id=${batchId}`)
    await page.reload()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: batch.fetch }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(
      new RegExp(`^${reference},808,\\d+8842,${holder},TWD,30000\\.00$`, 'm'),
    )
    await expect(page.getByRole('button', { name: batch.fetch })).toHaveCount(0)
    await expectCleanConsole(page, 'payout files')
  }
  return reference
}

test('a member is verified, deposits, trades and withdraws with two operators', async ({
  page,
  texts,
  member,
  open,
  operators,
}) => {
  const { identity, bankAccounts, deposits, withdrawals, funds } = texts
  const [first, second] = operators
  const session = await open('/user/bandCard')
  const { request } = page.context()

  // Identity documents: the operator views a picture for a stated purpose and rejects one field; only that field is
  // sent again.
  await submitIdentityDocuments(page, texts)
  const identityReview = await reviewOf('identity', member.memberId)
  const pane = await openInQueue(first, identityReview)
  const { pane: paneTexts, personal } = queueTexts('tw')
  const front = reviewTexts('tw')['identity.front'] ?? ''
  await expect(pane.getByText(holder)).toHaveCount(0)
  await openDocuments(first, pane)
  await expect(pane.getByText(holder)).toBeVisible()
  const shot = pane.getByRole('img', { name: front })
  await expect(shot).toBeVisible()
  expect(await shot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectCleanConsole(first.page, 'identity documents in the console')
  const { identity: marks } = queueTexts('tw').reject
  await reject(first, identityReview, '請在自然光下重拍', {
    code: 'fields-wrong',
    before: (form) =>
      form
        .locator('label')
        .filter({ hasText: marks.fields.front })
        .getByRole('combobox')
        .selectOption('glare'),
  })
  await expect(page.getByRole('heading', { name: identity.again.title })).toBeVisible(soon)
  await expect(page.getByText('請在自然光下重拍')).toBeVisible()
  await expect(page.getByText(`${identity.fields.front} ${identity.problems.glare}`)).toBeVisible()
  await expect(
    page
      .getByText(`${first.name} ${identity.views.opened(identity.views.fields['identity-documents'])}`)
      .first(),
  ).toBeVisible()
  await expect(page.getByText(personal.reviewing(identityReview.number)).first()).toBeVisible()
  await expect(page.getByLabel(identity.fields.name, { exact: true })).toHaveCount(0)
  await givePicture(page, identity.photos.take.front)
  await expect(page.getByText(identity.photos.done.front)).toBeVisible()
  await page.getByRole('button', { name: identity.again.send }).click()
  await expect(page.getByRole('heading', { name: identity.review.title })).toBeVisible()
  await approveByTwo(operators, await reviewOf('identity', member.memberId))
  await expect(page.getByRole('heading', { name: identity.verified.title })).toBeVisible(soon)

  // A bank account in the member's own name.
  await callApi(
    request,
    '/auth/setFundPassword',
    { fundPassword, confirmPassword: fundPassword, loginPassword: member.password },
    { session },
  )
  await page.goto('/#/user/BankCard')
  await page.getByRole('link', { name: bankAccounts.add }).click()
  await expect(page.getByLabel(bankAccounts.form.holder)).toHaveValue(holder)
  await page.getByRole('button', { name: bankAccounts.form.choose }).click()
  await page.getByLabel(bankAccounts.form.search).fill('808')
  await page.getByRole('button', { name: /^808/ }).click()
  await page.getByLabel(bankAccounts.form.branch, { exact: true }).fill('松江分行')
  await page.getByLabel(bankAccounts.form.branchCode, { exact: true }).fill('0015')
  await page
    .getByLabel(bankAccounts.form.number, { exact: true })
    .fill(`98${Date.now().toString().slice(-8)}8842`)
  await page.getByRole('button', { name: bankAccounts.form.send, exact: true }).click()
  await sign(page, texts)
  await expect(page.getByText(bankAccounts.states.pending, { exact: true })).toBeVisible()
  await approveByTwo(operators, await reviewOf('bank-account', member.memberId))
  await expect(page.getByText(bankAccounts.states.coolingDown, { exact: true })).toBeVisible(soon)
  await letCoolDownPass(member)

  // A deposit smaller than claimed. The first operator books the received amount, the second sees and approves it.
  await payIn(page, session, texts, '50000')
  const deposit = await reviewOf('deposit', member.memberId)
  const money = await openInQueue(first, deposit)
  await openDocuments(first, money)
  const booked = money.getByLabel(reviewTexts('tw')['booked']!, { exact: true })
  await booked.fill('很多')
  await expect(money.getByText(paneTexts.reviseBad)).toBeVisible()
  await booked.fill('48000')
  await money.getByLabel(paneTexts.note, { exact: true }).fill('銀行只收到 48,000')
  await money.getByRole('button', { name: paneTexts.approve('NT$48,000.00') }).click()
  await sendFirstVote(first, deposit.number)
  await openInQueue(second, deposit)
  await expectCleanConsole(second.page, 'a deposit in the console')
  await approve(second, deposit, 'second')
  await expect(page.getByText(deposits.detail.differs)).toBeVisible(soon)
  await expect(page.getByText('NT$48,000.00').first()).toBeVisible()
  await settle(page)
  await expectCleanPage(page, 'a deposit booked with another amount')

  // The member trades with the money.
  const api = apiOf(page, session)
  await hold(api, { symbol: '2885' })

  // The withdrawal: held, approved by two, in the bank's file, paid.
  await withdraw(page, texts, '30000')
  const out = await reviewOf('withdrawal', member.memberId)
  await approveByTwo(operators, out)
  await expect(page.getByText(withdrawals.stages.queued, { exact: true })).toBeVisible(soon)
  const withdrawalId = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? ''
  const reference = await payOut(operators, withdrawalId)
  await expect(page.getByText(withdrawals.stages.sent, { exact: true }).first()).toBeVisible(soon)
  await bankSays(reference, '-30000.00')
  await expect(page.getByText(withdrawals.stages.paid, { exact: true }).first()).toBeVisible(soon)
  await settle(page)
  await expectCleanPage(page, 'a withdrawal that has arrived')

  // The fund record shows all of it, with the lines behind each row.
  await page.goto('/#/user/FundingDetails?tab=withdrawal')
  await expect(page.getByText(funds.record.withdrawals.paid, { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: funds.record.tabs['stored-value'] }).click()
  await expect(page.getByText('+NT$48,000.00')).toBeVisible()

  // The statement: a CSV with every line, and a PDF to print.
  await page.getByRole('button', { name: funds.record.statement }).click()
  const { statement } = texts.profit
  const sheet = page.getByRole('dialog', { name: statement.title })
  const files = new Map<string, Buffer>()
  for (const format of ['CSV', 'PDF']) {
    await sheet.getByRole('radio', { name: format }).check({ force: true })
    const saved = page.waitForEvent('download')
    await sheet.getByRole('button', { name: statement.make(format) }).click()
    files.set(format, readFileSync(await (await saved).path()))
  }
  const lines = files.get('CSV')?.toString() ?? ''
  for (const event of ['deposit.booked', 'trade.open-long', 'withdrawal.held', 'withdrawal.passed'])
    expect(lines).toContain(`"${funds.events[event]}"`)
  expect(files.get('PDF')?.subarray(0, 5).toString()).toBe('%PDF-')
})

test(
  'rejected requests show the reason and return the money',
  { tag: proveOnly },
  async ({ browser, baseURL, operators, playwright }) => {
    const texts = textsOf('en')
    const { deposits, withdrawals } = texts
    const maker = await playwright.request.newContext()
    const member = await registerMember(maker)
    await maker.dispose()
    const phone = await browser.newContext({
      colorScheme: 'light',
      locale: 'en-GB',
      storageState: {
        cookies: [],
        origins: [{ origin: new URL(baseURL ?? '').origin, localStorage: [{ name: 'lang', value: 'en' }] }],
      },
    })
    const page = await phone.newPage()
    const votes = await openOperatorVotes()
    try {
      const session = await enter(page, member)
      await verifyMember(phone.request, session, member, votes)
      const { bankAccount } = await callApi<{ bankAccount: { bankAccountId: string } }>(
        phone.request,
        '/bank-accounts/add',
        {
          currency: 'TWD',
          holder,
          number: `97${Date.now().toString().slice(-8)}2071`,
          bankCode: '808',
          branch: '松江分行',
          branchCode: '0015',
          fundPassword,
        },
        { session, key: true },
      )
      await votes.vote(0, 'bank-account', bankAccount.bankAccountId, 'approve', '')
      await votes.vote(1, 'bank-account', bankAccount.bankAccountId, 'approve', '')
      await until(() =>
        withOwner(async (db) => {
          const [row] = await db.query<{ state: string }>(
            'SELECT state FROM app.bank_accounts WHERE id = $1',
            [bankAccount.bankAccountId],
          )
          return row?.state === 'verified'
        }),
      )
      await letCoolDownPass(member)

      // On a Sunday neither can be sent, and both screens show the opening hours.
      const opens = /09:30/
      await phone.setExtraHTTPHeaders(bankIs('closed'))
      await page.goto('/#/user/rechargeChannel')
      await expect(page.getByText(deposits.hours.closed, { exact: true })).toBeVisible()
      await expect(page.getByText(new RegExp(deposits.hours.from('.*09:30')))).toBeVisible()
      await page.goto('/#/user/withdraw')
      const shut = page.getByRole('button', { name: new RegExp(`^${withdrawals.todo.closed('.*')}`) })
      await expect(shut).toHaveAttribute('aria-disabled', 'true')
      await expect(shut).toHaveText(opens)
      await settle(page)
      await expectCleanPage(page, 'a withdrawal outside hours')
      await phone.setExtraHTTPHeaders(bankIs('open'))

      // Only one of each kind may wait: the screen names it and links to it.
      await page.reload()
      await payIn(page, session, texts, '20000')
      await page.goto('/#/user/rechargeChannel')
      await page.getByRole('link', { name: new RegExp(deposits.pending.title) }).click()
      await expect(page.getByText(deposits.detail.waiting)).toBeVisible()
      const deposit = await reviewOf('deposit', member.memberId)
      await reject(operators[1], deposit, 'The date is cut off.', { code: 'receipt-unreadable' })
      await expect(page.getByText('The date is cut off.')).toBeVisible(soon)
      await expect(page.getByText(deposits.states.rejected, { exact: true })).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'a deposit that was not booked')

      const api = apiOf(page, session)
      const before = (await api.account()).buyingPower
      await withdraw(page, texts, '15000')
      expect(BigInt((await api.account()).buyingPower)).toBe(BigInt(before) - 1_500_000n)
      await page.goto('/#/user/withdraw')
      await page.getByRole('link', { name: new RegExp(withdrawals.pending.title) }).click()
      await expect(page.getByText(withdrawals.detail.waiting)).toBeVisible()
      await reject(operators[0], await reviewOf('withdrawal', member.memberId), '帳號少一碼', {
        code: 'account-refused',
      })
      await expect(page.getByText(/帳號少一碼/)).toBeVisible(soon)
      await expect(page.getByText(withdrawals.states.rejected, { exact: true })).toBeVisible()
      expect((await api.account()).buyingPower).toBe(before)
      await settle(page)
      await expectCleanPage(page, 'a withdrawal that came back')

      // Two operators restrict the member for a reason the member can read. The member appeals, and two others lift it.
      const { restricted, restrictions } = texts.members
      const { restrict } = membersConsole
      const kind = membersConsole.restrictions['no-withdrawal']
      const at = operators[0].page
      await at.goto(`/#/members?member=${member.memberId}`)
      await at.getByRole('button', { name: `${restrict.set} ${kind}` }).click()
      const form = at.getByRole('dialog', { name: restrict.setOf(kind) })
      await form.getByLabel(restrict.legalBasis).fill('Agreement 7.2')
      await form.getByLabel(restrict.why).fill('a payout was asked for from an unknown phone')
      await form.getByRole('button', { name: proposalTexts.send }).click()
      await expect(at.getByRole('dialog', { name: proposalTexts.sentTitle })).toBeVisible()
      await page.goto('/#/user/usercenter')
      await approve(operators[1], await reviewOf('restriction', member.memberId), 'second')
      await expect(page.getByText(new RegExp(`^${restrictions['no-withdrawal']}`)).first()).toBeVisible(soon)
      await page.getByRole('link', { name: restricted.more }).first().click()
      const shown = page.getByRole('main')
      await expect(shown.getByText(texts.members.reasons['suspected-takeover'])).toBeVisible()
      await expect(shown.getByText(restricted.legalBasis('Agreement 7.2'))).toBeVisible()
      await settle(page)
      await expectCleanPage(page, 'a restriction')
      await page.getByRole('button', { name: restricted.appeal }).click()
      const sheet = page.getByRole('dialog', { name: restricted.appealTitle })
      await sheet.getByLabel(restricted.statement).fill('It was me: I have a new phone since Friday.')
      await sheet.getByRole('button', { name: restricted.send }).click()
      await expect(page.getByText(restricted.appealed).first()).toBeVisible()
      const others = [
        await signInOperator(browser, 'tw', ['approver'], { name: '吳三看', appearance: {} }),
        await signInOperator(browser, 'en', ['approver'], { name: '鄭四看', appearance: { theme: 'dark' } }),
      ] as const
      await approveByTwo(others, await reviewOf('appeal', member.memberId))
      for (const { context } of others) await context.close()
      await expect(page.getByText(restricted.none)).toBeVisible(soon)
    } finally {
      await votes.owner.end()
      await phone.close()
    }
  },
)

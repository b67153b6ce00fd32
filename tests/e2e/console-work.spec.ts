// The console's daily work: the start page, one search, a review taken by one of two operators, a note for the other,
// lists with filters and files, and an order that support looks up.

import { readFileSync } from 'node:fs'
import { expect, test as base, type APIRequestContext } from '@playwright/test'
import { texts as depositsEn } from '../../apps/console/src/features/deposits/requests/texts/en.ts'
import { texts as depositsTw } from '../../apps/console/src/features/deposits/requests/texts/tw.ts'
import { texts as homeEn } from '../../apps/console/src/features/operators/home/texts/en.ts'
import { texts as homeTw } from '../../apps/console/src/features/operators/home/texts/tw.ts'
import { texts as ordersEn } from '../../apps/console/src/features/orders/texts/en.ts'
import { texts as ordersTw } from '../../apps/console/src/features/orders/texts/tw.ts'
import { texts as rulesEn } from '../../apps/console/src/features/site/rules/texts/en.ts'
import { texts as rulesTw } from '../../apps/console/src/features/site/rules/texts/tw.ts'
import { texts as filterEn } from '../../apps/console/src/kit/filter/texts/en.ts'
import { texts as filterTw } from '../../apps/console/src/kit/filter/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import { memberNumber } from '../../packages/rules/src/members/index.ts'
import { bothWidths, type Lang, oneConsole, proveOnly } from './projects.ts'
import { openInQueue, queueTexts, reviewOf } from './support/both-apps.ts'
import { bankIs } from './support/bank-hours.ts'
import { hold } from './support/hold.ts'
import { callApi, registerMember, signIn, type Member } from './support/member.ts'
import { uploadPicture } from './support/money.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { apiOfRequest } from './support/trading.ts'

const textsOf = (lang: Lang) =>
  lang === 'tw'
    ? {
        home: homeTw,
        filter: filterTw,
        deposits: depositsTw,
        orders: ordersTw,
        rules: rulesTw,
        shell: shellTw,
      }
    : {
        home: homeEn,
        filter: filterEn,
        deposits: depositsEn,
        orders: ordersEn,
        rules: rulesEn,
        shell: shellEn,
      }

const test = base.extend<{ lang: Lang; phone: APIRequestContext }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  phone: async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ extraHTTPHeaders: bankIs('open') })
    await use(request)
    await request.dispose()
  },
})

async function memberWithDeposit(phone: APIRequestContext): Promise<Member> {
  const member = await registerMember(phone)
  const session = await signIn(phone, member)
  const { channels } = await callApi<{
    channels: { channelId: string; currency: string; state: string; needsPassword: boolean }[]
  }>(phone, '/deposits/channels', {}, { session })
  const channel = channels.find(
    ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
  )
  const body = {
    channelId: channel?.channelId,
    amount: '510000',
    receipt: await uploadPicture(phone, session),
  }
  await callApi(phone, '/deposits/create', body, { session, key: true })
  return member
}

test(
  'the start page shows what is late, mine and broken',
  { tag: bothWidths },
  async ({ browser, phone, lang }) => {
    const member = await memberWithDeposit(phone)
    const { number } = await reviewOf('deposit', member.memberId)
    const operator = await signInOperator(browser, lang, ['approver', 'auditor'], { name: '周宜庭' })
    const { page } = operator
    const { home } = textsOf(lang)
    await page.goto('/#/')
    await expect(page).toHaveURL(/#\/home$/)
    for (const name of [home.late.title, home.mine.title, home.broken.title, home.today.title]) {
      await expect(page.getByRole('heading', { name })).toBeVisible()
    }
    // No backup was recorded on this installation, and the page says so.
    await expect(page.getByRole('link', { name: home.broken.drills })).toBeVisible()
    await expectCleanConsole(page, 'start page')
    await page.getByRole('link', { name: home.mine.all }).click()
    await expect(page).toHaveURL(/#\/queue/)
    await page.goto(`/#/queue?kind=deposit&show=all`)
    await expect(page.getByRole('button', { name: number, exact: true })).toBeVisible()
    await operator.context.close()
  },
)

test(
  'one search finds a member, a review, a rule and a page',
  { tag: [oneConsole, proveOnly] },
  async ({ browser, phone, lang }) => {
    const member = await memberWithDeposit(phone)
    const { number } = await reviewOf('deposit', member.memberId)
    const operator = await signInOperator(browser, lang, ['support'], { name: '許雅筑' })
    const { page } = operator
    const { shell } = textsOf(lang)
    await page.goto('/#/home')
    const find = async (text: string, path: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(text)
      await expect(page.getByRole('option').first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: shell.search.count(1) })).toBeAttached()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(path)
    }
    await find(member.account, new RegExp(`/members\\?member=${member.memberId}`))
    expect(await page.content()).not.toContain(member.account)
    await find(memberNumber(member.memberId), new RegExp(`member=${member.memberId}`))
    // Without the zeros: as people say it on the phone.
    await find(number.replace(/-0+/, '-'), /\/queue\?review=/)
    await find('deposit.opens', /\/rules\?rule=deposit\.opens/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(lang === 'tw' ? '當沖申請' : 'Day trading')
    await expect(page.getByRole('option').first()).toContainText(lang === 'tw' ? '當沖申請' : 'Day trading')
    await expectCleanConsole(page, 'search results')
    await operator.context.close()
  },
)

test(
  'a taken review shows its operator and notes to a colleague',
  { tag: oneConsole },
  async ({ browser, phone, lang }) => {
    const member = await memberWithDeposit(phone)
    const review = await reviewOf('deposit', member.memberId)
    const one = await signInOperator(browser, lang, ['approver'], { name: '陳偉' })
    const two = await signInOperator(browser, lang, ['approver'], { name: '林美' })
    const { assignment, notes, chips } = queueTexts(lang)
    const pane = await openInQueue(one, review)
    await expect(pane.getByText(assignment.free)).toBeVisible()
    await one.page.keyboard.press('t')
    await expect(pane.getByRole('button', { name: assignment.release })).toBeVisible()
    await pane.getByRole('textbox', { name: new RegExp(notes.label) }).fill('The bank calls back at 14:00.')
    await pane.getByRole('button', { name: notes.add }).click()
    await expect(
      pane.getByRole('listitem').filter({ hasText: 'The bank calls back at 14:00.' }),
    ).toBeVisible()
    await expectCleanConsole(one.page, 'taken review')
    await one.page.getByRole('button', { name: new RegExp(`^${chips.taken} 1$`) }).click()
    await expect(one.page.getByRole('button', { name: review.number, exact: true })).toBeVisible()

    const other = await openInQueue(two, review)
    await expect(other.getByText(assignment.by('陳偉'))).toBeVisible()
    await expect(other.getByText('The bank calls back at 14:00.')).toBeVisible()
    await expect(other.getByRole('button', { name: assignment.take })).toHaveCount(0)

    await openInQueue(one, review)
    await one.page.keyboard.press('t')
    await expect(pane.getByText(assignment.free)).toBeVisible()
    for (const { context } of [one, two]) await context.close()
  },
)

test('lists are searched, filtered and downloaded', { tag: proveOnly }, async ({ browser, phone, lang }) => {
  const member = await memberWithDeposit(phone)
  const { number } = await reviewOf('deposit', member.memberId)
  const operator = await signInOperator(browser, lang, ['approver'], { name: '李思妤' })
  const { page } = operator
  const { filter, deposits, rules } = textsOf(lang)
  await page.goto('/#/deposits')
  const table = page.getByRole('table', { name: deposits.list.label })
  await page.getByRole('textbox', { name: deposits.list.search }).fill(member.account)
  await page.keyboard.press('Enter')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('button', { name: number, exact: true })).toBeVisible()
  await page.getByLabel(filter.min).fill('5,101')
  await expect(table).toHaveCount(0)
  await page.getByLabel(filter.min).fill('abc')
  await expect(page.getByRole('alert')).toHaveText(filter.amountBad)
  await page.getByLabel(filter.min).fill('5,100')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectCleanConsole(page, 'filtered deposits')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: filter.export }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text).toContain(number)
  expect(text).not.toContain(member.account)
  await page.getByRole('button', { name: filter.clear }).click()
  await expect(page.getByRole('textbox', { name: deposits.list.search })).toHaveValue('')

  await page.goto('/#/rules')
  await page.getByRole('textbox', { name: rules.search }).fill('deposit.opens')
  await expect(page.getByRole('table', { name: rules.label }).getByRole('row')).toHaveCount(2)
  await operator.context.close()
})

test(
  'support looks up an order and its positions without changing them',
  { tag: proveOnly },
  async ({ browser, phone, lang }) => {
    test.slow()
    const member = await registerMember(phone)
    const held = await hold(apiOfRequest(phone, await signIn(phone, member)), { symbol: '2330' })
    const operator = await signInOperator(browser, lang, ['support'], { name: '周宜庭' })
    const { page } = operator
    const { orders, filter } = textsOf(lang)
    await page.goto('/#/orders')
    await expect(page.getByText(orders.start)).toBeVisible()
    await expectCleanConsole(page, 'order search')
    await page.getByRole('textbox', { name: orders.search }).fill(member.account)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: orders.list }).getByRole('row')).toHaveCount(2)
    await page.getByRole('table', { name: orders.list }).getByRole('button').click()
    const pane = page.getByRole('complementary', { name: orders.pane.label })
    await expect(pane.getByText(orders.pane.chain.good)).toBeVisible()
    await pane.getByRole('button', { name: orders.pane.entry }).first().click()
    await expect(pane.getByRole('table', { name: orders.pane.entryLines })).toBeVisible()
    await expectCleanConsole(page, 'order')
    expect(await pane.innerText()).not.toContain(member.account)
    // The browser keeps addresses: a phone number is in none.
    expect(page.url()).not.toContain(member.account)
    await pane.getByRole('button', { name: orders.pane.close }).click()

    // The choice is in the address, so the radio follows after the click.
    const positions = page.getByRole('radio', { name: orders.tabs.positions })
    await positions.click({ force: true })
    await expect(positions).toBeChecked()
    const table = page.getByRole('table', { name: orders.accounts.table })
    await expect(table.getByRole('rowheader', { name: held.symbol })).toBeVisible()
    await expect(page.getByText(orders.accounts.total)).toBeVisible()
    await expectCleanConsole(page, 'positions')
    await expect(page.getByRole('button', { name: filter.clear })).toBeVisible()

    await page.goto('/#/orders?id=00000000-0000-4000-8000-000000000000')
    await expect(page.getByText(orders.pane.missing)).toBeVisible()
    await operator.context.close()
  },
)

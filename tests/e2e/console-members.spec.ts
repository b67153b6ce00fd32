// One member in two consoles and on their phone: found in the list, viewed, restricted by two operators, notified, and
// released again.

import type { Page } from '@playwright/test'
import { texts as membersEn } from '../../apps/console/src/features/members/texts/en.ts'
import { texts as membersTw } from '../../apps/console/src/features/members/texts/tw.ts'
import { texts as queueEn } from '../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as proposalEn } from '../../apps/console/src/kit/proposal/texts/en.ts'
import { texts as proposalTw } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { callApi, signIn } from './support/member.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { expect, test } from './support/test.ts'

const numberIn = (text: string): string => {
  const number = /[A-Z]\d{4}-\d+/.exec(text)?.[0]
  if (number === undefined) throw new Error(`no number in ${text}`)
  return number
}

test('two operators restrict a member and later lift the restriction', async ({
  browser,
  lang,
  member,
  playwright,
}) => {
  // Two consoles, and two decisions for the worker to execute.
  test.slow()
  const texts = lang === 'tw' ? membersTw : membersEn
  const queue = lang === 'tw' ? queueTw : queueEn
  const proposal = lang === 'tw' ? proposalTw : proposalEn
  const phone = await playwright.request.newContext()
  const session = await signIn(phone, member)
  const restrictions = async () =>
    (
      await callApi<{ restrictions: { kind: string; rule: string }[] }>(
        phone,
        '/members/profile',
        {},
        { session },
      )
    ).restrictions
  const [first, second] = [
    await signInOperator(browser, lang, ['approver'], { name: '陳又寧' }),
    await signInOperator(browser, lang, ['approver'], { name: '王柏鈞' }),
  ]
  const { page } = first

  // The list shows the newest first, masked. The keyboard selects the first row and opens it.
  await page.goto('/#/members?seen=1')
  const masked = `${member.account.slice(0, 4)}-***-${member.account.slice(7)}`
  await expect(page.getByRole('button', { name: masked, exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(member.account)
  await expectCleanConsole(page, 'list')
  await page.getByLabel(texts.filters.state).selectOption('any')
  await expect(page).toHaveURL(/restricted=any/)
  await page.getByRole('button', { name: texts.filters.clear }).click()
  await expect(page.getByRole('button', { name: masked, exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[aria-current="true"]:focus')).toHaveCount(1)
  await page.getByRole('button', { name: masked, exact: true }).click()

  // One member: every card is shown, the ledger is verified, and the number is revealed for a stated purpose.
  await expect(page.getByRole('heading', { level: 2 })).toContainText(texts.one.unnamed)
  for (const title of [
    texts.assets.title,
    texts.funds.title,
    texts.orders.title,
    texts.documents.title,
    texts.devices.title,
    texts.restrict.title,
    texts.trail.title,
    texts.related.title,
  ]) {
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: texts.assets.title })).toContainText('10,000,000.00')
  await expectCleanConsole(page, 'member')
  await page.getByRole('button', { name: `${texts.one.show} ${texts.views360.fields.account}` }).click()
  const purpose = page.getByRole('dialog', { name: queue.personal.title })
  await purpose.getByLabel(queue.personal.purpose).fill('e2e: calling back')
  await purpose.getByRole('button', { name: queue.personal.open }).click()
  await expect(page.getByText(member.account)).toBeVisible()
  await expect(page.getByText('e2e: calling back').first()).toBeVisible()

  await page.getByRole('button', { name: texts.one.note }).click()
  const note = page.getByRole('dialog', { name: texts.notes.add })
  await note.getByLabel(texts.notes.label).fill('rang twice')
  await note.getByRole('button', { name: texts.notes.keep }).click()
  await expect(page.getByRole('region', { name: texts.notes.title })).toContainText('rang twice')

  // Two operators restrict the member.
  const noTrading = texts.restrictions['no-trading']
  await page.getByRole('button', { name: `${texts.restrict.set} ${noTrading}` }).click()
  const form = page.getByRole('dialog', { name: texts.restrict.setOf(noTrading) })
  await form.getByRole('button', { name: proposal.send }).click()
  await expect(form.getByText(texts.restrict.required).first()).toBeVisible()
  await form.getByLabel(texts.restrict.legalBasis).fill('Agreement 7.2')
  await form.getByLabel(texts.restrict.why).fill('e2e test')
  await form.getByRole('button', { name: proposal.send }).click()
  const setNumber = await sentNumber(page, proposal.sentTitle, proposal.done)
  await expect(page.getByText(texts.restrict.waits(setNumber))).toBeVisible()
  expect(await restrictions()).toEqual([])

  await approve(second.page, queue, 'restriction', setNumber)
  await expect.poll(restrictions).toMatchObject([{ kind: 'no-trading', rule: 'Agreement 7.2' }])

  // Two operators lift the restriction.
  await page.reload()
  await page.getByRole('button', { name: `${texts.restrict.lift} ${noTrading}` }).click()
  const lift = page.getByRole('dialog', { name: texts.restrict.liftOf(noTrading) })
  await lift.getByLabel(texts.restrict.why).fill('e2e: cleared')
  await lift.getByRole('button', { name: proposal.send }).click()
  const liftNumber = await sentNumber(page, proposal.sentTitle, proposal.done)
  await approve(second.page, queue, 'restriction-lift', liftNumber)
  await expect.poll(restrictions).toEqual([])

  // The menu links to the queue of one kind.
  await page.getByRole('link', { name: lang === 'tw' ? '當沖申請' : 'Day trading' }).click()
  await expect(page).toHaveURL(/#\/queue\?kind=day-trading/)
  await expect(page.getByRole('tab', { name: queue.kinds['day-trading'] })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  for (const { context } of [first, second]) await context.close()
  await phone.dispose()
})

const sentNumber = async (page: Page, title: string, done: string): Promise<string> => {
  const sent = page.getByRole('dialog', { name: title })
  await expect(sent).toBeVisible()
  const number = numberIn(await sent.innerText())
  await sent.getByRole('button', { name: done }).click()
  await expect(sent).toHaveCount(0)
  return number
}

const approve = async (page: Page, texts: typeof queueTw, kind: string, number: string): Promise<void> => {
  await page.goto(`/#/queue?kind=${kind}&show=all`)
  await page.getByRole('button', { name: number, exact: true }).click()
  await expect(page.getByRole('complementary').getByText(number)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.pane.approveSecond })).toBeVisible()
  await expect(page.getByRole('complementary').locator('[data-armed]')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.done.passed(number))).toBeVisible()
}

// A placement on the phone: published by two operators, found, applied for with the fund password, held and cancelled; and
// the console's page of it.

import { randomUUID } from 'node:crypto'
import { texts as consoleEn } from '../../apps/console/src/features/placements/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/placements/texts/tw.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { fundPassword, openOperatorVotes, verifyMember } from './support/money.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { callApi, registerMember, signIn } from './support/member.ts'
import { allotNow, openPlacement } from './support/placements.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'

const symbol = '9910'

test(
  'a member applies for a placement and cancels with a full refund',
  { tag: twoAppearances },
  async ({ page, texts, open, member }) => {
    test.slow()
    const { placements, newShares, fundComponents, shell, messages } = texts
    const votes = await openOperatorVotes()
    let placementId = ''
    try {
      const session = await open('/market/subscribe')
      await verifyMember(page.context().request, session, member, votes)
      placementId = await openPlacement(votes, symbol)
    } finally {
      await votes.owner.end()
    }

    await page.getByRole('link', { name: newShares.placements }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.placements })).toBeVisible()
    await page.getByRole('tab', { name: placements.tabs.placing }).click()
    const card = page.locator(`a[href$="id=${placementId}"]`)
    await expect(card).toContainText(placements.apply)
    await settle(page)
    await expectCleanPage(page, 'the placements')
    await card.click()
    await expect(page.getByRole('heading', { name: placements.detail.facts })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'one placement')

    await page.getByRole('button', { name: placements.apply, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: texts.orders.lots.more }).click()
    const lots = placements.lots('2')
    await expect(sheet.getByText('NT$108,000.00', { exact: true })).toBeVisible()
    await expect(sheet.getByText(placements.sheet.all(lots))).toBeVisible()
    await expectCleanPage(page, 'the sheet of an application')
    await sheet.getByRole('button', { name: placements.sheet.send(lots, 'NT$108,000.00') }).click()
    const password = page.getByRole('dialog', { name: fundComponents.pin.title })
    for (const digit of fundPassword) await password.getByRole('button', { name: digit, exact: true }).click()
    await password.getByRole('button', { name: fundComponents.pin.send }).click()
    await expect(page.getByText(messages['done.placement'])).toBeVisible()
    await expect(page.getByText('NT$108,000.00')).toBeVisible()
    const mine = page.getByRole('region', { name: placements.detail.mine })
    await expect(mine.getByText(placements.own.waiting, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: placements.detail.cancel, exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: placements.detail.cancelling.yes })
      .click()
    await expect(mine.getByText(placements.own.cancelled, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: placements.apply, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol)
  },
)

test(
  'the phone repeats the division of an oversubscribed placement',
  { tag: proveOnly },
  async ({ page, texts, open, member, playwright }) => {
    test.slow()
    const { placements, positions } = texts
    const { how, detail } = placements
    const votes = await openOperatorVotes()
    const request = await playwright.request.newContext()
    try {
      const session = await open('/common/dividend3')
      await verifyMember(page.context().request, session, member, votes)
      const other = await registerMember(request)
      const otherSession = await signIn(request, other)
      await verifyMember(request, otherSession, other, votes)
      const placementId = await openPlacement(votes, '2542')
      const apply = (lots: number) => ({ applicationId: randomUUID(), placementId, lots, fundPassword })
      await callApi(request, '/placements/apply', apply(5), { session: otherSession, key: true })
      await callApi(page.context().request, '/placements/apply', apply(8), { session, key: true })
      await allotNow(votes, placementId)
      await page.goto(`/#/common/dividend3?view=detail&id=${placementId}`)
    } finally {
      await votes.owner.end()
      await request.dispose()
    }
    // Ten lots for thirteen: 6.15 and 3.84, so the larger remainder gets the lot that is left.
    await expect(page.getByText(detail.result(placements.lots('6')))).toBeVisible()
    await expect(page.getByText('6.153846')).toBeVisible()
    await expect(page.getByText('NT$432,000.00')).toBeVisible()
    await page.getByRole('button', { name: how.check }).click()
    await expect(page.getByText(how.ok('2'))).toBeVisible()
    await expect(page.getByRole('button', { name: how.save })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the result of a placement')
    await page.screenshot({ path: test.info().outputPath('placement-result.png'), fullPage: true })
    await page.getByRole('link', { name: detail.verify }).click()
    await expect(page.getByText(texts.draws.mine.ordered)).toBeVisible()
    await page.goto('/#/position/position')
    await page.getByRole('button', { name: positions.products.placing, exact: true }).click()
    await expect(page.getByText('2542').first()).toBeVisible()
    await page.getByRole('button', { name: positions.products.etf, exact: true }).click()
    await expect(page.getByText('2542')).toHaveCount(0)
  },
)

test('an operator sees a placement and what comes next', { tag: proveOnly }, async ({ browser, lang }) => {
  const texts = lang === 'en' ? consoleEn : consoleTw
  const votes = await openOperatorVotes()
  try {
    await openPlacement(votes, '2207')
  } finally {
    await votes.owner.end()
  }
  const { page, context } = await signInOperator(browser, lang, ['market'], { name: '王先看' })
  await page.goto('/#/placements')
  // Before a pane is open: on a narrow page it takes the place of the list and its form.
  await page.getByRole('button', { name: texts.add, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectCleanConsole(page, 'the proposal of a placement')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /2207/ }).first().click()
  await expect(page.getByText(texts.detail.seat)).toBeVisible()
  await context.close()
})

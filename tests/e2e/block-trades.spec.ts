// A block trade from the seat's listing to the member's holding: a phone and two operators in their own consoles.

import { texts as blockConsoleTw } from '../../apps/console/src/features/block-trades/texts/tw.ts'
import { texts as blockConsoleEn } from '../../apps/console/src/features/block-trades/texts/en.ts'
import { approve, approveByTwo, reviewOf } from './support/both-apps.ts'
import { toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, type SignedInOperator, signInOperator, withOwner } from './support/operators.ts'
import { expect, test as base, twoAppearances } from './support/test.ts'

const test = base.extend<{ readonly operators: readonly [SignedInOperator, SignedInOperator] }>({
  operators: async ({ browser, lang }, use) => {
    const appearance = { theme: 'light' } as const
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '王先看', appearance }),
      await signInOperator(browser, lang, ['approver'], { name: '李後看', appearance }),
    ] as const
    await use(operators)
    for (const { context } of operators) await context.close()
  },
})

const password = 'seller-0917'
/** The worker executes a decision, and the phone updates by itself. */
const soon = { timeout: 20_000 }
const figure = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** A price two percent below the day's reference. */
const discountOf = async (symbol: string): Promise<number> => {
  const [row] = await withOwner((db) =>
    db.query<{ reference: number }>('SELECT reference FROM settlement.prices WHERE symbol = $1', [symbol]),
  )
  return Math.round(row!.reference * 0.98)
}

/** Waits for the number of the proposed listing. */
const proposalOf = async (symbol: string): Promise<string> => {
  let number = ''
  await expect
    .poll(async () => {
      const [row] = await withOwner((db) =>
        db.query<{ number: string }>(
          `SELECT number FROM app.reviews WHERE kind = 'block-listing' AND state = 'second' AND payload ->> 'symbol' = $1`,
          [symbol],
        ),
      )
      number = row?.number ?? ''
      return number
    })
    .not.toBe('')
  return number
}

test(
  'a seat’s block is listed, applied for, approved and held',
  { tag: twoAppearances },
  async ({ page, texts, lang, open, member, operators }) => {
    test.slow()
    const { blockTrades, positions, shell } = texts
    const { sheet, records } = blockTrades
    const console_ = lang === 'tw' ? blockConsoleTw : blockConsoleEn
    const symbol = lang === 'tw' ? '1210' : '1227'
    const price = await discountOf(symbol)

    const at = operators[0].page
    await at.goto('/#/block-trades/listings')
    await at.getByRole('button', { name: console_.listings.new }).click()
    const form = at.getByRole('dialog')
    for (const [label, text] of [
      [console_.form.symbol, symbol],
      [console_.form.price, figure(price)],
      [console_.form.lots, '30'],
      [console_.form.minLots, '10'],
      [console_.form.maxLots, '20'],
      [console_.form.password, password],
      [console_.form.why, 'e2e: 席位出售'],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByRole('button', { name: console_.form.send }).click()
    const number = await proposalOf(symbol)
    await expect(at.getByText(number).first()).toBeVisible()
    await expectCleanConsole(at, 'the listings')
    await approve(operators[1], await reviewOf('block-listing', number), 'second')

    await open('/common/dividend')
    const card = page.getByRole('listitem').filter({ hasText: symbol })
    await expect(card.getByText(blockTrades.states.open)).toBeVisible(soon)
    await settle(page)
    await expectCleanPage(page, 'the stocks')
    await card.getByRole('button', { name: new RegExp(`^${blockTrades.apply}`) }).click()
    const dialog = page.getByRole('dialog')
    const secret = dialog.getByLabel(sheet.password, { exact: true })
    await secret.fill('guessed-1')
    const send = dialog.getByRole('button', { name: /10/ }).last()
    await send.click()
    await expect(dialog.getByText(sheet.wrong(4))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a wrong password')
    await secret.fill(password)
    await send.click()
    await expect(toast(page, texts)).toContainText(texts.messages['done.block-applied'])
    await expect(page.getByText(records.pending, { exact: true })).toBeVisible()
    await expect(page.getByText(records.used(1, 2))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an application in review')

    await approveByTwo(operators, await reviewOf('block-trade', member.memberId))
    await expect(page.getByText(records.passed, { exact: true })).toBeVisible(soon)

    // A second one is taken back, and does not count.
    await page.getByRole('tab', { name: blockTrades.tabs.stocks }).click()
    await card.getByRole('button', { name: new RegExp(`^${blockTrades.apply}`) }).click()
    await secret.fill(password)
    await send.click()
    await page.getByRole('button', { name: new RegExp(`^${records.cancelOf('').slice(0, 2)}`) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: blockTrades.cancel.yes }).click()
    await expect(page.getByText(records.cancelled, { exact: true })).toBeVisible()
    await expect(page.getByText(records.used(1, 2))).toBeVisible()

    await page.getByRole('link', { name: new RegExp(`^${records.position}`) }).click()
    await expect(page.getByRole('heading', { name: shell.titles.positionDetail })).toBeVisible()
    await expect(page.getByText(positions.block, { exact: true }).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the position of a block')

    await at.goto('/#/block-trades?state=passed')
    await expect(at.getByRole('row').filter({ hasText: symbol })).toBeVisible()
    await expectCleanConsole(at, 'the applications')
  },
)

// New shares from the operators' console to the phone: an offer that two operators publish, applied for with the fund
// password, held, recorded, and cancelled.

import { texts as offersEn } from '../../apps/console/src/features/new-shares/texts/en.ts'
import { texts as offersTw } from '../../apps/console/src/features/new-shares/texts/tw.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { fundPassword, openOperatorVotes, verifyMember } from './support/money.ts'
import { anySymbol, openOffer } from './support/offers.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'
import { expect, test, twoAppearances, proveOnly } from './support/test.ts'

test(
  'a member finds an offer, applies, and cancels with a full refund',
  { tag: twoAppearances },
  async ({ page, texts, lang, open, member }) => {
    test.slow()
    const { newShares, fundComponents, shell, messages } = texts
    const symbol = anySymbol()
    const name = { tw: `禾光${symbol.slice(1)}號`, en: `Heguang ${symbol.slice(1)}` }
    const votes = await openOperatorVotes()
    try {
      const session = await open('/home/index')
      await verifyMember(page.context().request, session, member, votes)
      await openOffer(votes, symbol, name)
    } finally {
      await votes.owner.end()
    }

    await page.reload()
    await page.getByRole('link', { name: texts.home.links.subscribe }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.subscribe })).toBeVisible()
    await expect(page.getByRole('heading', { name: name[lang] })).toBeVisible()
    // A practice market has an offer of its own from its first minute.
    const practice = { tw: /-模擬/, en: /\(Practice\)/ }
    await expect(page.getByRole('heading', { name: practice[lang] })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the offers')
    await page.getByRole('link', { name: `${newShares.apply} ${name[lang]}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${name[lang]} ${symbol}` })).toBeVisible()
    for (const text of ['18.40', '21.70', newShares.detail.drawn, newShares.detail.listed])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: newShares.commitment.title })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'one offer')

    const lots = newShares.lots('1')
    await page.getByRole('button', { name: newShares.detail.applyLots(lots) }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('NT$86,020.00', { exact: true })).toBeVisible()
    await expectCleanPage(page, 'the sheet of an application')
    await sheet.getByRole('button', { name: newShares.sheet.send(lots, 'NT$86,020.00') }).click()
    const password = page.getByRole('dialog', { name: fundComponents.pin.title })
    const type = async (pin: string) => {
      for (const digit of pin) await password.getByRole('button', { name: digit, exact: true }).click()
      await password.getByRole('button', { name: fundComponents.pin.send }).click()
    }
    await type('111222')
    await expect(password.getByRole('alert')).toContainText(messages['password.wrong-fund'])
    await type(fundPassword)
    await expect(page.getByText(messages['done.subscription'])).toBeVisible()
    await expect(password).toHaveCount(0)
    await expect(page.getByText(newShares.own.waiting).first()).toBeVisible()

    await page.goto('/#/market/subscribeRecord')
    await expect(page.getByText('NT$86,020.00')).toBeVisible()
    await expect(page.getByText(newShares.record.line(lots, '86.00'))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the records')
    await page.getByRole('button', { name: newShares.record.cancel, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: newShares.record.cancelling.yes }).click()
    await expect(page.getByText(newShares.own.cancelled, { exact: true })).toBeVisible()
    await expect(page.getByText('NT$0.00')).toBeVisible()
  },
)

/** In Taipei, as the console's fields take it. */
const inMinutes = (minutes: number): string =>
  new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 16)

/** Waits for the number of the proposed offer, which its proposer has signed. */
const proposalOf = async (symbol: string): Promise<string> => {
  let number = ''
  await expect
    .poll(async () => {
      const [row] = await withOwner((db) =>
        db.query<{ number: string }>(
          `SELECT number FROM app.reviews WHERE kind = 'offer' AND state = 'second' AND payload ->> 'symbol' = $1`,
          [symbol],
        ),
      )
      number = row?.number ?? ''
      return number
    })
    .not.toBe('')
  return number
}

test('two operators publish an offer', { tag: [twoAppearances, proveOnly] }, async ({ browser, lang }) => {
  test.slow()
  const texts = lang === 'tw' ? offersTw : offersEn
  const symbol = anySymbol()
  const operators = [
    await signInOperator(browser, lang, ['market', 'approver'], { name: '周冠宇', appearance: {} }),
    await signInOperator(browser, lang, ['approver'], { name: '李思妤', appearance: { theme: 'dark' } }),
  ] as const
  try {
    const { page } = operators[0]
    await page.goto('/#/offers')
    await page.getByRole('button', { name: texts.add, exact: true }).click()
    // After sending, the popup has another title.
    const popup = page.getByRole('dialog')
    const fields: readonly (readonly [string, string])[] = [
      [texts.symbol, symbol],
      [texts.form.nameTw, '拓岳半導體'],
      [texts.form.nameEn, 'Tuoyue'],
      [texts.form.industryTw, '封測設備'],
      [texts.form.industryEn, 'Packaging'],
      [texts.price, '128.3'],
      [texts.lots, '500'],
      [texts.form.pe, '18.4'],
      [texts.form.industryPe, '21.7'],
      [texts.detail.announces, inMinutes(5)],
      [texts.detail.opens, inMinutes(30)],
      [texts.detail.closes, inMinutes(60)],
      [texts.detail.draws, inMinutes(90)],
      [texts.detail.payBy, inMinutes(1_440)],
      [texts.detail.issues, inMinutes(5_000).slice(0, 10)],
      [texts.detail.lists, inMinutes(6_000).slice(0, 10)],
      [texts.form.reason, 'prospectus, page 12'],
    ]
    for (const [label, value] of fields) await popup.getByLabel(label, { exact: true }).fill(value)
    await expectCleanConsole(page, 'the form of an offer')
    // The exchange could not open at a price between two ticks.
    const send = popup.getByRole('button').last()
    await send.click()
    await expect(popup.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await popup.getByLabel(texts.price, { exact: true }).fill('128')
    await send.click()
    const number = await proposalOf(symbol)
    await expect(popup.getByText(number)).toBeVisible()
    await approve(operators[1], await reviewOf('offer', number), 'second')
    await page.goto('/#/account')
    await page.goto('/#/offers')
    await page.getByRole('row').filter({ hasText: symbol }).click({ timeout: 20_000 })
    const pane = page.getByRole('complementary', { name: texts.detail.label })
    await expect(pane.getByText(texts.detail.unqualifiedNone)).toBeVisible()
    await expectCleanConsole(page, 'one offer')
  } finally {
    for (const { context } of operators) await context.close()
  }
})

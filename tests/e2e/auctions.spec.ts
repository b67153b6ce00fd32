// An auction in both apps: the phone seals a bid, the worker opens it with the round, the phone repeats the auction, the
// winner pays and gets the shares; an operator sees the form of a new one.

import { texts as auctionsConsoleEn } from '../../apps/console/src/features/auctions/texts/en.ts'
import { texts as auctionsConsoleTw } from '../../apps/console/src/features/auctions/texts/tw.ts'
import { listAuction, openAuction, untilAuction } from './support/auctions.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { fundPassword, openOperatorVotes, verifyMember } from './support/money.ts'
import { anySymbol } from './support/offers.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { expect, test, twoAppearances } from './support/test.ts'

test(
  'a member seals a bid, sees it opened, and checks the result',
  { tag: twoAppearances },
  async ({ page, texts, lang, open, member }) => {
    test.slow()
    const { auctions, fundComponents, shell, messages } = texts
    const { sheet, record, check } = auctions
    const symbol = anySymbol()
    const name = { tw: `曜石${symbol.slice(1)}號`, en: `Obsidian ${symbol.slice(1)}` }
    const votes = await openOperatorVotes()
    let auctionId
    try {
      const session = await open('/market/subscribe')
      await verifyMember(page.context().request, session, member, votes)
      auctionId = await openAuction(votes, symbol, name, 20)
    } finally {
      await votes.owner.end()
    }

    await page.getByRole('tab', { name: texts.newShares.tabs.auctions }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.auctions })).toBeVisible()
    await page.getByRole('link', { name: `${auctions.bid} ${name[lang]}` }).click()
    await expect(page.getByRole('heading', { level: 2, name: `${name[lang]} ${symbol}` })).toBeVisible()
    await page.getByRole('button', { name: auctions.bid, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const [price, lots] = [sheet.price, sheet.lots].map((label) =>
      dialog.getByRole('textbox', { name: label }),
    )
    // Below the floor, and more lots than a bid may have: the fields go to the bounds.
    await price!.fill('1')
    await lots!.fill('9')
    await lots!.blur()
    await expect(price!).toHaveValue('60.00')
    await expect(lots!).toHaveValue('2')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: auctions.bid, exact: true }).click()
    await price!.fill('68.50')
    await lots!.fill('2')
    await lots!.blur()
    await expect(dialog.getByText('137,000.00', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: sheet.send('NT$70,400.00') }).click()
    const password = page.getByRole('dialog', { name: fundComponents.pin.title })
    for (const digit of fundPassword) await password.getByRole('button', { name: digit, exact: true }).click()
    await password.getByRole('button', { name: fundComponents.pin.send }).click()
    await expect(page.getByText(messages['done.bid-sealed'])).toBeVisible()
    const line = record.line('68.50', auctions.lots('2'))
    await expect(page.getByRole('heading', { name: line })).toBeVisible()
    await expect(page.getByText(auctions.chips.sealed, { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an auction with a sealed bid')

    await untilAuction(auctionId, 'paying')
    const won = auctions.chips.won
    await expect(page.getByText(won['payment-due'](auctions.lots('2')), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: check.run }).click()
    await expect(page.getByText(check.standing.right, { exact: true })).toBeVisible()
    for (const { title } of Object.values(check.steps)) await expect(page.getByText(title)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'an opened auction')
    await page.getByRole('button', { name: auctions.own.sums.pay }).click()
    await expect(page.getByText(messages['done.bid-paid'])).toBeVisible()
    await expect(page.getByText(won.paid(auctions.lots('2')), { exact: true })).toBeVisible()
    await page.goto('/#/position/position?product=auction')
    await settle(page)
    await expectCleanPage(page, 'won lots among the positions')
    await page.getByRole('link', { name: name[lang] }).click()
    await expect(page.getByRole('heading', { level: 2, name: `${name[lang]} ${symbol}` })).toBeVisible()
    // On the listing day the shares arrive, and the holding takes the place of the bid.
    await listAuction(auctionId)
    await expect(page.getByText(won.delivered(auctions.lots('2')), { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a listed auction')
    await page.getByRole('link', { name: record.seeShares }).click()
    await expect(page.getByText(texts.position.auction(auctions.lots('2'), '68.50'))).toBeVisible()
    await page.goto('/#/position/position?product=auction')
    await expect(page.getByRole('link', { name: symbol })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'delivered lots among the positions')
    await page.goto('/#/common/dividend2?tab=opened')
    await expect(page.getByRole('heading', { name: name[lang] })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the opened auctions')
  },
)

test(
  'the page of a stock before its listing leads to its auction',
  { tag: '@prove' },
  async ({ page, texts, lang, open }) => {
    const symbol = anySymbol()
    const name = { tw: `曜石${symbol.slice(1)}號`, en: `Obsidian ${symbol.slice(1)}` }
    const votes = await openOperatorVotes()
    try {
      await openAuction(votes, symbol, name, 60)
    } finally {
      await votes.owner.end()
    }
    await open(`/market/marketDetail?symbol=${symbol}`)
    await expect(page.getByRole('heading', { level: 1, name: name[lang] })).toBeVisible()
    await expectCleanPage(page, 'a stock before its listing')
    await page.getByRole('link', { name: texts.upcoming.action }).click()
    await expect(page.getByRole('heading', { level: 2, name: `${name[lang]} ${symbol}` })).toBeVisible()
  },
)

test(
  'an operator finds the auctions and the form of a new one',
  { tag: '@prove' },
  async ({ browser, lang }) => {
    const texts = lang === 'tw' ? auctionsConsoleTw : auctionsConsoleEn
    const { page } = await signInOperator(browser, lang, ['market'], { name: '周冠宇', appearance: {} })
    await page.goto('/#/auctions')
    await expect(page.getByText(texts.note)).toBeVisible()
    await page.getByRole('button', { name: texts.add, exact: true }).click()
    const form = page.getByRole('dialog', { name: texts.form.title })
    await expect(form.getByLabel(texts.floor)).toBeVisible()
    await expectCleanConsole(page, 'the form of an auction')
  },
)

// New shares on the phone: an offer that two operators published, applied for with the fund password, held, recorded, and
// cancelled.

import { expectCleanPage, settle } from './support/layout-checks.ts'
import { fundPassword, openOperatorVotes, verifyMember } from './support/money.ts'
import { anySymbol, openOffer } from './support/offers.ts'
import { expect, test, twoAppearances } from './support/test.ts'

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
    await settle(page)
    await expectCleanPage(page, 'the records')
    await page.getByRole('button', { name: newShares.record.cancel, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: newShares.record.cancelling.yes }).click()
    await expect(page.getByText(newShares.own.cancelled, { exact: true })).toBeVisible()
    await expect(page.getByText('NT$0.00')).toBeVisible()
  },
)

// The whole way of new shares on the running stack: two members apply, the draw decides, the stock is listed, the practice
// market quotes it, it opens by its auction, and the winner sells. Time is brought forward where a member would wait for
// days; nothing else is written past the server.

import { addDays } from '../../packages/rules/src/calendar/index.ts'
import { toast } from './support/fields.ts'
import { bringRound, untilState } from './support/draws.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi, enter, registerMember, signIn } from './support/member.ts'
import { fundPassword, openOperatorVotes, until, verifyMember } from './support/money.ts'
import { anySymbol, bringListing, openOffer, releaseSecret } from './support/offers.ts'
import { expect, test } from './support/test.ts'
import { apiOf, priceText, typeIn } from './support/trading.ts'
import { changePhase } from './support/venue.ts'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'

test('a winner sells new shares at the opening auction', async ({
  page,
  playwright,
  texts,
  lang,
  member,
}) => {
  test.slow()
  const { newShares, positions, close } = texts
  const symbol = anySymbol()
  const name = { tw: `禾光${symbol.slice(1)}號`, en: `Heguang ${symbol.slice(1)}` }
  const votes = await openOperatorVotes()
  const { owner } = votes
  const stateOf = async (memberId: string): Promise<string> => {
    const { rows } = await owner.query(
      `SELECT s.state FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
       WHERE o.symbol = $1 AND s.member_id = $2`,
      [symbol, memberId],
    )
    return rows[0]?.state ?? 'none'
  }
  const request = await playwright.request.newContext()
  try {
    // One lot for two people: the draw decides.
    const people = [member, await registerMember(request)]
    const phones = []
    for (const person of people) {
      const phone = await playwright.request.newContext()
      const session = await signIn(phone, person)
      await verifyMember(phone, session, person, votes)
      phones.push({ phone, session })
    }
    const offerId = await openOffer(votes, symbol, name, { closesInMs: 40_000, drawsInMs: 200_000 })
    for (const { phone, session } of phones) {
      const body = { applicationId: newId(), offerId, shares: 1_000, fundPassword }
      await callApi(phone, '/new-shares/apply', body, { session, key: true })
      await phone.dispose()
    }
    const { rows } = await owner.query('SELECT draw_id FROM app.offers WHERE id = $1', [offerId])
    const drawId = rows[0].draw_id as string
    await untilState(drawId, 'closed')
    await releaseSecret(votes, drawId)
    await untilState(drawId, 'released')
    await bringRound(drawId)
    await untilState(drawId, 'decided')
    const states = async () => Promise.all(people.map(({ memberId }) => stateOf(memberId)))
    await expect.poll(async () => (await states()).toSorted()).toEqual(['not-won', 'payment-due'])
    const winner = people[(await states()).indexOf('payment-due')]!

    // The listing date comes: the worker takes the payment, lists the stock and delivers.
    await bringListing(owner, offerId)
    await expect.poll(() => stateOf(winner.memberId)).toBe('delivered')
    const api = apiOf(page, await enter(page, winner, '/market/subscribeRecord'))
    await expect(page.getByText(newShares.own.delivered, { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the record of delivered shares')

    // Its first day begins: the makers quote it in the opening call.
    const { date } = await changePhase(symbol, ['closing-call', 'closed'])
    await changePhase(symbol, ['opening-call'], addDays(date, 1))
    await until(async () => {
      const { rows } = await owner.query('SELECT state FROM market.quotes WHERE symbol = $1', [symbol])
      return rows[0]?.state === 'opening-call'
    })
    await page.goto('/#/position/position?state=in-progress')
    const card = page.getByRole('listitem').filter({ hasText: symbol })
    await expect(card).toContainText(name[lang])
    await expectCleanPage(page, 'a delivered position')
    await card.getByRole('button', { name: positions.close }).click()
    const sheet = page.getByRole('dialog', { name: close.title('').trim() })
    await typeIn(sheet.getByRole('textbox', { name: texts.orders.price.label, exact: true }), '85.00')
    await sheet.getByRole('button').last().click()
    const confirm = page.getByRole('dialog', { name: close.confirm.title })
    await confirm.getByRole('button', { name: close.confirm.send }).click()
    await expect(toast(page, texts)).toContainText(close.confirm.sent)
    await expect
      .poll(async () => (await api.quote(symbol)).bids.length, { message: 'the makers quote it' })
      .toBeGreaterThan(0)

    await changePhase(symbol, ['continuous'])
    await expect
      .poll(async () => (await api.positions('closed')).find((one) => one.symbol === symbol)?.state, {
        timeout: 180_000,
      })
      .toBe('closed')
    const sold = (await api.positions('closed')).find((one) => one.symbol === symbol)!
    expect(sold.closePrice).toBeGreaterThanOrEqual(8_500)
    await page.goto(`/?sold=1#/position/positionDetail?id=${sold.positionId}`)
    await expect(page.getByText(priceText(sold.closePrice ?? 0)).first()).toBeVisible()
    await page.goto(`/?quote=1#/market/marketDetail?symbol=${symbol}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol)
    await settle(page)
    await expectCleanPage(page, 'a stock on its first day')
  } finally {
    await request.dispose()
    await owner.end()
  }
})

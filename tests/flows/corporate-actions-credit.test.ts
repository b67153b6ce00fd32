// A loan whose pledge gets new shares: as well covered on the ex-date as before it, and every new share pledged when it arrives.

import { expect, test, vi } from 'vitest'
import { openCreditVenue } from './support/credit-venue.ts'
import { openDividends } from './support/dividend-venue.ts'

vi.setConfig({ testTimeout: 240_000 })

test('a pledge covers its loan through a stock dividend and a split', async () => {
  const credit = await openCreditVenue()
  const dividends = await openDividends(credit, credit.votes)
  try {
    const { member, positionId, loanId } = await credit.borrower()
    const ratio = async () => (await credit.overview(member)).loan!.ratioBp
    const pledged = async () => {
      const [row] = await credit.venue.sql.query<{ shares: string; arriving: string }>(
        'SELECT sum(shares)::text AS shares, sum(arriving)::text AS arriving FROM app.credit_pledges WHERE loan_id = $1',
        [loanId],
      )
      return row
    }
    const before = await ratio()
    await dividends.announce({ symbol: '2330', cashMicros: 0, stockMicros: 250_000 })
    await dividends.passExDate('2330', member)
    expect(await pledged()).toEqual({ shares: '2000', arriving: '500' })
    // A day of interest is less than a hundredth of a percent of the ratio's 200 %.
    expect(Math.abs((await ratio())! - before!)).toBeLessThan(20)
    for (let day = 0; day < 2; day += 1) await credit.nextDay({ 2330: 8_000 })
    await dividends.book()
    expect(await pledged()).toEqual({ shares: '2500', arriving: '0' })
    expect(await credit.venue.position(positionId)).toMatchObject({ shares: 2_500, closing: 2_500 })
    expect(await credit.everyBreach()).toEqual([])

    // 2,500 become 833; the pledges of 2,000 and 500 become 666 and 166, so one share is free.
    await dividends.announceSplit({ symbol: '2330', splitTo: 1, splitFrom: 3 })
    await dividends.passExDate('2330', member)
    expect(await pledged()).toEqual({ shares: '832', arriving: '0' })
    expect(await credit.venue.position(positionId)).toMatchObject({ shares: 833, closing: 832 })
    expect(await dividends.balance(`member/${member.memberId}/stk:2330/available`)).toBe(1n)
    expect(await credit.everyBreach()).toEqual([])
  } finally {
    await dividends.stop()
    await credit.stop()
  }
})

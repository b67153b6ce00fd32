// The account over time on the phone: a new member's first day, then a curve of stored days.

import type { DataOf } from '@fairlot/contract'
import { addDays } from '../../packages/rules/src/calendar/index.ts'
import { storeDayEnds } from './support/day-ends.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { apiOf, moneyText } from './support/trading.ts'

const deposit = 25_000_000n

test(
  'the curve shows days without deposits, as picture and table',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, member, open }) => {
    const { profit, shell } = texts
    const api = apiOf(page, await open())
    const read = (range: string) => api.ask<DataOf<'/positions/profit'>>('/positions/profit', { range })
    const strip = page.getByRole('link', { name: profit.strip })
    await expect(strip).toContainText(/\d\d\/\d\d/)
    const { day } = await api.account()
    // Forty days that end with nothing, as the account began today: money came in before them and left near their end.
    const days = Array.from({ length: 40 }, (_, at) => {
      const paidIn = at < 36 ? deposit : 0n
      const made = at < 36 ? BigInt(((at % 10) - 4) * 120_000 - 333 * (40 - at)) : 0n
      return { date: addDays(day.date, at - 40), paidIn, total: paidIn + made }
    })
    await storeDayEnds(member, days)
    await page.goto('/?curve#/home/index')
    await expect(strip).toContainText('%')
    await settle(page)
    await expectCleanPage(page, 'the strip of the curve on home')
    await strip.click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.profit })).toBeVisible()

    const month = await read('30d')
    expect(month.line).toHaveLength(30)
    const sum = (name: string) => page.locator(`[data-sum="${name}"]`)
    await expect(sum('opening')).toHaveText(moneyText(month.opening))
    await expect(sum('paidIn')).toHaveText(`+${moneyText(BigInt(month.before.paidIn) + BigInt(day.paidIn))}`)
    await expect(sum('total')).toHaveText(moneyText((await api.account()).total))
    await page.getByText(profit.table.show, { exact: true }).click()
    const table = page.getByRole('table', { name: profit.table.caption })
    await expect(table.getByRole('row')).toHaveCount(32)
    const paid = table.getByRole('row').filter({ hasText: moneyText(-deposit) })
    await expect(paid).toHaveCount(1)
    await settle(page)
    await expectCleanPage(page, 'the curve of a month')

    await page.getByRole('radio', { name: profit.shown.total }).check({ force: true })
    await page.getByRole('button', { name: profit.ranges['7d'], exact: true }).click()
    await expect(table.getByRole('row')).toHaveCount(9)
    const week = await read('7d')
    await expect(sum('opening')).toHaveText(moneyText(week.opening))
    await settle(page)
    await expectCleanPage(page, 'total assets of a week')
  },
)

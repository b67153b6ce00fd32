// The screens with summary figures, and how their figures are compared with one answer of the server.

import { expect, type Page } from '@playwright/test'
import { settle } from './layout-checks.ts'
import { moneyText, type Account } from './trading.ts'

/** Each screen with the figures it must show. */
const screens = [
  ['/home/index', ['total', 'dayProfit', 'dayRealised', 'dayUnrealised', 'available']],
  [
    '/user/usercenter',
    ['dayProfit', 'available', 'held', 'unsettled', 'collateral', 'marketValue', 'loans', 'total'],
  ],
  ['/wallet/index', ['available', 'withdrawable', 'held', 'unsettled']],
  ['/trading/trading', ['buyingPower', 'available', 'unsettled', 'held']],
  ['/position/position?view=profit', ['total', 'dayProfit', 'available', 'loans']],
] as const

export const amountsOf = ({ terms, day, ...one }: Account): Readonly<Record<string, string>> => ({
  ...terms,
  total: one.total,
  buyingPower: one.buyingPower,
  withdrawable: one.withdrawable,
  dayProfit: day.profit,
  dayRealised: day.realised,
  dayUnrealised: day.unrealised,
})

interface KeptAnswer {
  answer(): Account
  /** Asks the server again. */
  next(): void
}

/** One answer for all screens, because the practice market goes on. `change` makes the answer that the screens get. */
export async function keepAnswer(
  page: Page,
  change: (account: Account) => Account = (account) => account,
): Promise<KeptAnswer> {
  let kept: Account | undefined
  let round = 0
  await page.route('**/positions/account', async (route) => {
    const asked = round
    const response = await route.fetch()
    const body = (await response.json()) as { data: Account }
    // An answer that was asked for before `next` does not count.
    if (asked === round) kept ??= change(body.data)
    await route.fulfill({ response, json: { ...body, data: kept ?? body.data } })
  })
  return {
    answer: () => kept!,
    next: () => {
      round += 1
      kept = undefined
    },
  }
}

/** Compares every shown figure with the kept answer; returns how many were compared. */
export async function compareScreens(
  page: Page,
  { answer }: KeptAnswer,
  step: string,
  onScreen: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let compared = 0
  for (const [path, names] of screens) {
    await page.goto(`/?${step}${names.join('')}#${path}`)
    for (const name of names)
      await expect(
        page.locator(`[data-figure="${name}"]:visible`).first(),
        `${name} on ${path}`,
      ).toBeVisible()
    await settle(page)
    const shown = await page
      .locator('[data-figure]:visible')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('data-figure') ?? '', one.textContent ?? '']))
    const amounts = amountsOf(answer())
    for (const [name = '', text = ''] of shown) {
      const amount = amounts[name]
      if (amount === undefined) continue
      expect(text.replace(/^NT\$|^\+/, ''), `${name} on ${path} after ${step}`).toBe(moneyText(amount))
      compared += 1
    }
    await onScreen(path)
  }
  return compared
}

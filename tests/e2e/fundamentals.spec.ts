// Imported fundamentals on the page of a stock and in the screener; a stock without imports says so.

import { importFor } from './support/fundamentals.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expect, test, twoAppearances } from './support/test.ts'

/** No other test imports figures of these. */
const WITH = { tw: '1560', en: '3533' }
const WITHOUT = '9904'

test(
  'a stock shows its imported figures and how it trades',
  { tag: twoAppearances },
  async ({ page, texts, lang }) => {
    const { fundamentals, screener } = texts
    await importFor(WITH[lang])
    await page.goto(`/#/market/marketDetail?symbol=${WITHOUT}&part=facts`)
    await expect(page.getByText(fundamentals.none)).toBeVisible()
    await expect(page.getByRole('heading', { name: fundamentals.allowed.title })).toBeVisible()
    await expect(page.getByText(fundamentals.allowed.dayTrade)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a stock without fundamentals')

    await page.goto(`/?with#/market/marketDetail?symbol=${WITH[lang]}&part=facts`)
    const body = page.getByRole('main')
    await expect(body.getByText(fundamentals.pe, { exact: true })).toBeVisible()
    for (const text of ['17.50', '3.20%', '2.80', '4.64', '6.34%', '+46', '−12'])
      await expect(body.getByText(text).first(), text).toBeVisible()
    await expect(body.getByText(fundamentals.cash('2.60'))).toBeVisible()
    await expect(body.getByText(fundamentals.lots('+361'))).toBeVisible()
    const { markets, source } = fundamentals
    await expect(body.getByText(source(markets.TWSE, 'BWIBBU_ALL', '2026/07/14'))).toBeVisible()
    await expect(body.getByText(source(markets.MOPS, 't187ap05', '2026/07/13'))).toBeVisible()
    await expect(body.getByText(fundamentals.about)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a stock with fundamentals')

    await page.goto('/?screen#/market/market?tab=screener&pe=17..18&dividendYield=3.2..')
    const list = page.getByRole('list', { name: screener.list })
    await expect(list.getByRole('link').filter({ hasText: WITH[lang] })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(screener.range('pe', '17', '18'))).toBeVisible()
    await expect(page.locator('[data-part="lacking"]')).toContainText(/\d/)
    await settle(page)
    await expectCleanPage(page, 'a screen by ratio and yield')
  },
)

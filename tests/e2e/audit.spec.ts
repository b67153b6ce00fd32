// Evidence on the phone for a fill and a balance: verified in the browser, downloaded and verified without our code,
// and rejected after the response was altered in transit.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Download } from '@playwright/test'
import { alterData } from './support/alter-data.ts'
import { buildTrees } from './support/evidence.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test } from './support/test.ts'
import { apiOf, placeLimit } from './support/trading.ts'

const script = fileURLToPath(new URL('../../scripts/verify-evidence.mjs', import.meta.url))
const proofPath = '/user/FundingDetails?view=proof'

async function standAlone(download: Download): Promise<string> {
  const run = spawnSync(process.execPath, [script, await download.path()], { encoding: 'utf8' })
  return `${run.status} ${run.stdout}`
}

test(
  'balance evidence verifies, and an altered response is detected',
  { tag: everyAppearance },
  async ({ page, texts, open }) => {
    const { balance } = texts.audit
    await open('/user/language')
    await buildTrees()
    // A member who registered after the last snapshot has nothing in it.
    await alterData(page, '/audit/balanceEvidence', (data) => {
      data.leaves = []
    })
    await page.goto(`/?new=1#${proofPath}`)
    await expect(page.getByText(balance.standing.absent, { exact: true })).toBeVisible()
    await expect(page.getByText('NT$0.00')).toHaveCount(0)
    await page.unroute('**/api/vue/audit/balanceEvidence')
    await page.goto(`/?new=2#${proofPath}`)
    await expect(page.getByText(balance.standing.verified, { exact: true })).toBeVisible()
    await expect(page.getByText('10,000,000', { exact: false }).first()).toBeVisible()
    await expect(page.getByText(balance.rows.root.caption)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the proof of a balance')

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: balance.download, exact: true }).click()
    const said = await standAlone(await saving)
    expect(said).toMatch(/^0 /)
    expect(said).toContain('your leaves come to 1000000000 TWD')

    await alterData(page, '/audit/balanceEvidence', (data) => {
      data.root.total = String(BigInt(data.root.total) - 1n)
    })
    await page.getByRole('button', { name: balance.again, exact: true }).click()
    await expect(page.getByText(balance.standing.differs, { exact: true }).first()).toBeVisible()
    await expectCleanPage(page, 'a proof that does not match')
  },
)

test('a fill verifies up to the signed root of its day', async ({ page, texts, open }) => {
  test.slow()
  const { audit } = texts
  const api = apiOf(page, await open('/user/language'))
  const symbol = '2882'
  // The price is two levels into the book, so the order fills even if the market moves.
  const { asks, reference } = await api.quote(symbol)
  const price = (asks[2] ?? asks[0])?.[0] ?? reference
  const orderId = await placeLimit(page, texts, api, { symbol, side: 'long', price, lots: 1 })
  await expect.poll(async () => (await api.order(orderId)).order.state).toBe('filled')
  const { order } = await api.order(orderId)

  await buildTrees()
  await page.goto(`/#/position/positionDetail?id=${order.positionId}`)
  const card = page.getByRole('region', { name: audit.fillTitle })
  await expect(card.getByText(audit.standing.verified, { exact: true })).toBeVisible()
  await card.getByRole('button', { name: audit.recompute }).click()
  await expect(card.getByText(audit.rows.receipt.title)).toBeVisible()
  const saving = page.waitForEvent('download')
  await card.getByRole('button', { name: audit.download }).click()
  expect(await standAlone(await saving)).toMatch(/^0 /)

  await alterData(page, '/audit/fillEvidence', (data) => {
    data.body = data.body.replace(`"price":${order.averagePrice}`, `"price":${order.averagePrice! - 1}`)
  })
  await card.getByRole('button', { name: audit.recompute }).click()
  await expect(card.getByText(audit.differs)).toBeVisible()
})

test(
  'the page of checks leads to every check and the newest root',
  { tag: everyAppearance },
  async ({ page, open, texts }) => {
    await open('/user/usercenter')
    await buildTrees()
    const spread = [0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    await alterData(page, '/withdrawals/statistics', (data) => {
      Object.assign(data, { count: 4, medianMinutes: 131, slowestTenthMinutes: 500, keptPromise: 75, spread })
    })
    await page.getByRole('link', { name: texts.shell.titles.checks, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.checks })).toBeVisible()
    for (const { title } of Object.values(texts.checks.rows))
      await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
    const withdrawals = page.getByRole('region', { name: texts.checks.withdrawals })
    await expect(
      withdrawals.getByRole('img', { name: texts.withdrawals.statistics.spread(spread.join(', ')) }),
    ).toBeVisible()
    const balance = page.getByRole('link', { name: new RegExp(texts.checks.rows.balance.title) })
    await expect(balance).toContainText(texts.checks.verdicts.right(1))
    await expect(page.getByRole('heading', { name: texts.checks.result(1, 0) })).toBeVisible()
    const root = page.getByRole('region', { name: texts.checks.root })
    await expect(root.getByText(/^[0-9a-f]{8} … [0-9a-f]{8}$/)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'what a member can check')
    await balance.click()
    await expect(page).toHaveURL(/FundingDetails\?view=proof$/)
  },
)

test('the page of checks says that a balance differs', async ({ page, texts, open }) => {
  await open('/user/language')
  await buildTrees()
  await alterData(page, '/audit/balanceEvidence', (data) => {
    data.root.total = String(BigInt(data.root.total) - 1n)
  })
  await page.goto('/?new=1#/user/aboutUs?view=checks')
  await expect(page.getByRole('heading', { name: texts.checks.result(0, 1) })).toBeVisible()
  const balance = page.getByRole('link', { name: new RegExp(texts.checks.rows.balance.title) })
  await expect(balance).toContainText(texts.checks.verdicts.wrong(1))
})

// Currency exchange on the phone: from the wallet to a firm quote, both legs, the records and back; and the operators' page of it.

import { texts as consoleEn } from '../../apps/console/src/features/currency-exchange/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/currency-exchange/texts/tw.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { callApi } from './support/member.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'

test(
  'a member exchanges at a firm quote and sees both sides',
  { tag: twoAppearances },
  async ({ page, texts, open }) => {
    test.slow()
    const { currencyExchange: exchange, wallet, messages, profit, shell, fundComponents, checks } = texts
    await open('/wallet/index')
    await expect(page.getByText(wallet.empty)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the wallet of one currency')
    await page.getByRole('link', { name: wallet.exchange, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.exchange })).toBeVisible()
    // USD and INR exchange only with each other: they are no choice here.
    await expect(page.getByRole('button', { name: 'USD', exact: true })).toHaveCount(0)
    const ask = page.getByRole('button', { name: exchange.get(30) })
    await expect(ask).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: exchange.chooseGet }).click()
    const sheet = page.getByRole('dialog', { name: exchange.sheet.get })
    await expectCleanPage(page, 'the choice of a currency')
    await sheet.getByRole('button', { name: `HKD ${fundComponents.currencies['HKD']}` }).click()
    // The sheet is closed when its step is gone from the history.
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'HKD', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('button', { name: 'JPY', exact: true }).click()
    await expect(page.getByRole('button', { name: 'JPY', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByLabel(exchange.payAmount).fill('30000')
    await settle(page)
    await expectCleanPage(page, 'the form of an exchange')

    await ask.click()
    const deal = page.getByRole('button', { name: exchange.quote.deal('30,000.00 TWD') })
    await expect(deal).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(page.getByText(exchange.quote.spreadOf('0.00 JPY', 0))).toBeVisible()
    await expect(page.getByText(exchange.quote.signatures.right)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a firm quote')
    await deal.click()
    await expect(page.getByText(messages['done.exchange'])).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: exchange.done.title })).toBeVisible()
    await expect(page.getByText(exchange.done.yes)).toBeVisible()
    await expect(page.getByRole('row', { name: exchange.done.member })).toContainText('−30,000.00')
    await settle(page)
    await expectCleanPage(page, 'an exchange that is done')

    await page.getByRole('link', { name: exchange.done.wallet }).click()
    await expect(page.getByRole('link', { name: /^JPY/ })).toBeVisible()
    await page.goto('/#/user/exchange?view=records')
    await expect(page.getByText('−30,000.00 TWD')).toBeVisible()
    await expect(page.getByText(exchange.list.deals(1))).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the records of exchange')
    // The pair has one chip: its two currencies exchange only with each other.
    await expect(page.getByRole('button', { name: 'INR', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'USD／INR', exact: true }).click()
    await expect(page.getByText(exchange.list.none)).toBeVisible()
    await page.getByRole('button', { name: 'JPY', exact: true }).click()
    await expect(page.getByText('−30,000.00 TWD')).toBeVisible()
    await page.getByRole('button', { name: exchange.list.statement, exact: true }).click()
    await expect(page.getByRole('dialog', { name: profit.statement.title, exact: true })).toBeVisible()
    await page.goto('/?new=1#/user/aboutUs?view=checks')
    const row = page.getByRole('link', { name: new RegExp(checks.rows.exchange.title) })
    await expect(row).toContainText(checks.verdicts.right(1))
  },
)

test(
  'a quote that differs from its signature offers no exchange',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, open }) => {
    test.slow()
    const { currencyExchange: exchange } = texts
    const deal = page.getByRole('button', { name: /30,000\.00 TWD/ })
    const again = page.getByRole('button', { name: exchange.quote.again })
    type Answer = { data: { quote: Record<string, unknown>; signed: Record<string, string> } }
    const tamperings: readonly ((data: Answer['data']) => void)[] = [
      // Another amount, another signature, and another text that fits what is shown.
      ({ quote }) => (quote['getAmount'] = '99900000'),
      ({ signed }) =>
        (signed['signature'] = `A${signed['signature']!.slice(1).split('').toReversed().join('')}`),
      ({ quote, signed }) => {
        signed['text'] = signed['text']!.replace(`get ${String(quote['getAmount'])} `, 'get 99900000 ')
        quote['getAmount'] = '99900000'
      },
      ({ signed }) => (signed['keyId'] = 'other'),
    ]
    let tamper = tamperings[0]!
    await page.route('**/currency-exchange/read', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as Answer
      tamper(body.data)
      await route.fulfill({ response, json: body })
    })
    await open('/user/exchange?pay=TWD&get=HKD&amount=30000')
    await page.getByRole('button', { name: exchange.get(30) }).click()
    for (const [at, next] of tamperings.entries()) {
      await expect(
        page.getByRole('alert').filter({ hasText: exchange.quote.wrong.title }),
        `${at}`,
      ).toBeVisible()
      await expect(deal).toHaveCount(0)
      if (at === 0) await expectCleanPage(page, 'a quote that was changed')
      tamper = tamperings[at + 1] ?? (() => undefined)
      const before = page.url()
      await again.click()
      await expect.poll(() => page.url(), next.toString()).not.toBe(before)
    }
    await expect(page.getByText(exchange.quote.signatures.right)).toBeVisible()
    await expect(deal).toBeEnabled()
  },
)

test('a quote that expires moves no money', { tag: proveOnly }, async ({ page, texts, open }) => {
  test.slow()
  const { currencyExchange: exchange } = texts
  await open('/user/exchange?pay=TWD&get=HKD&amount=30000')
  await page.getByRole('button', { name: exchange.get(30) }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('exchange-quote.png'), fullPage: true })
  await expect(page.getByText(exchange.expired.title)).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText(exchange.expired.still('10,000,000.00 TWD'))).toBeVisible()
  await settle(page)
  await expectCleanPage(page, 'an expired quote')
  await page.screenshot({ path: test.info().outputPath('exchange-expired.png'), fullPage: true })
  await page.getByRole('button', { name: exchange.quote.again }).click()
  await expect(page.getByRole('button', { name: exchange.quote.deal('30,000.00 TWD') })).toBeVisible()
})

test(
  'an operator sees rates, sources, positions and the latest exchange',
  { tag: proveOnly },
  async ({ browser, lang, page, open }) => {
    const texts = lang === 'en' ? consoleEn : consoleTw
    const session = await open('/user/exchange')
    const { request } = page.context()
    const wanted = { pay: 'TWD', get: 'MYR', amount: '3000000' }
    const { quote } = await callApi<{ quote: { quoteId: string } }>(
      request,
      '/currency-exchange/quote',
      wanted,
      { session, key: true },
    )
    await callApi(request, '/currency-exchange/deal', { quoteId: quote.quoteId }, { session, key: true })
    const console = await signInOperator(browser, lang, ['auditor'], { name: '王先看' })
    await console.page.goto('/#/rates')
    await expect(console.page.getByRole('row', { name: /30,000\.00 TWD/ }).first()).toBeVisible()
    await expectCleanConsole(console.page, 'the rates')
    await console.page.getByRole('row', { name: /MYR/ }).first().click()
    await expect(console.page.getByRole('heading', { name: texts.detail.sources, exact: true })).toBeVisible()
    await expectCleanConsole(console.page, 'one currency')
    await console.context.close()
  },
)

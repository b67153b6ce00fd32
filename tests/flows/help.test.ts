// The help against a running server: what its pages insert is what the server answers with.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillRules, rulesOf, sentencesOf, type HelpBody } from '../../apps/member/src/features/help/body.ts'
import { texts as borrowing } from '../../apps/member/src/features/help/texts/borrowing/en.ts'
import { texts as checking } from '../../apps/member/src/features/help/texts/checking/en.ts'
import { texts as money } from '../../apps/member/src/features/help/texts/money/en.ts'
import { texts as offers } from '../../apps/member/src/features/help/texts/offers/en.ts'
import { texts as start } from '../../apps/member/src/features/help/texts/start/en.ts'
import { texts as trading } from '../../apps/member/src/features/help/texts/trading/en.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { ruleText, ruleUnitsEn } from '../../packages/rules/src/site/index.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.stop()
})

const pages: Readonly<Record<string, HelpBody>> = {
  ...start,
  ...trading,
  ...borrowing,
  ...offers,
  ...money,
  ...checking,
}

test('the server answers a guest with every rule of the help', async () => {
  const { body } = await api.client().call('/site/rules', {})
  const { rules } = body.data as DataOf<'/site/rules'>
  const values = new Map(rules.map(({ rule, value, unit }) => [rule, ruleText(value, unit, ruleUnitsEn)]))
  const named = Object.values(pages).flatMap((page) => rulesOf('', page))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((rule) => !values.has(rule))).toEqual([])
  const valueOf = (rule: string) => values.get(rule) ?? ''
  const odd = sentencesOf(pages['odd-lots'] as HelpBody).map((text) => fillRules(text, valueOf))
  expect(odd).toContain(values.get('fee.brokerageMinOdd'))
})

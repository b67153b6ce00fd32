// Market control: what members will read about a halt, and the line of the session at every moment of the day.

import { expect, test, type Page } from '@playwright/test'
import { texts as marketEn } from '../../apps/console/src/features/market-data/texts/en.ts'
import { texts as marketTw } from '../../apps/console/src/features/market-data/texts/tw.ts'
import { texts as offersEn } from '../../apps/console/src/features/new-shares/texts/en.ts'
import { texts as offersTw } from '../../apps/console/src/features/new-shares/texts/tw.ts'
import type { ConsoleDataOf } from '../../packages/contract/src/console-routes.ts'
import { bothWidths, type Lang, oneConsole, proveOnly } from './projects.ts'
import { openOperatorVotes } from './support/money.ts'
import { anySymbol, openOffer } from './support/offers.ts'
import { expectCleanConsole, signInOperator, type SignedInOperator } from './support/operators.ts'

type Control = ConsoleDataOf<'/market/control'>

const textsOf = (lang: Lang) => (lang === 'tw' ? marketTw : marketEn)

let operator: SignedInOperator
let market: typeof marketTw

test.beforeAll(async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  market = textsOf(lang)
  operator = await signInOperator(browser, lang, ['market'], { name: '周冠宇' })
})
test.afterAll(() => operator.context.close())

test('the halt preview names the whole market once and the reason', { tag: proveOnly }, async () => {
  const { page } = operator
  await page.goto('/#/market')
  await page.getByRole('button', { name: market.haltWhole }).click()
  const form = page.getByRole('dialog', { name: market.form.haltTitle(market.form.whole) })
  const reason = form.getByLabel(market.form.reason)
  const codes = await reason
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(codes).toEqual(['operator', 'technical', 'authority'])
  for (const code of codes as ('operator' | 'technical' | 'authority')[]) {
    await reason.selectOption(code)
    const preview = form.getByText(market.pane.memberHalt(market.form.whole, market.reasons[code]))
    await expect(preview).toBeVisible()
    expect((await preview.innerText()).match(/whole market|整個市場/gi)).toHaveLength(1)
  }
  await expectCleanConsole(page, 'a halt of the whole market')
  await page.keyboard.press('Escape')
})

test('a proposal opens while a pane covers the list', { tag: [oneConsole, proveOnly] }, async () => {
  const { page } = operator
  const offers = market === marketTw ? offersTw : offersEn
  const votes = await openOperatorVotes()
  const offerId = await openOffer(votes, anySymbol(), { tw: '禾光精密', en: 'Heguang Optics' })
  await votes.owner.end()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/#/offers?id=${offerId}`)
  await expect(page.getByRole('complementary', { name: offers.detail.label })).toBeVisible()
  await expect(page.getByRole('table', { name: offers.label })).toBeHidden()
  await page.getByRole('button', { name: offers.add, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
})

type Moment = Pick<Control, 'now' | 'phase' | 'next'>

/** The page with the server's own answer at another moment of its day. */
async function atMoment(page: Page, of: (control: Control) => Moment): Promise<void> {
  let shown: Moment | undefined
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/console/market/control', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Control }
    shown = of(body.data)
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...shown } } })
  })
  await page.reload()
  await expect(lineOf(page)).toBeVisible()
  // The first answer after the reload is of this moment; nothing of another one is on the page.
  await expect(lineOf(page).locator('[aria-current="step"]')).toContainText(market.phases[shown!.phase])
}

const lineOf = (page: Page) => page.getByRole('region', { name: market.session.title })

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const phaseCount = 3

test(
  'the session marker stays in the current phase and covers no text',
  { tag: [bothWidths, proveOnly] },
  async () => {
    const { page } = operator
    await page.goto('/#/market')
    for (let index = 0; index < phaseCount; index += 1) {
      for (const part of [0.001, 0.5, 0.999]) {
        await atMoment(page, ({ phases }) => {
          const [phase, next] = [phases[index]!, phases[index + 1]!]
          const now = Math.round(phase.at + (next.at - phase.at) * part)
          return { now, phase: phase.phase, next }
        })
        const where = `phase ${index}, ${part}`
        const line = lineOf(page)
        const current = line.locator('[aria-current="step"]')
        const mark = line.getByText(market.session.here, { exact: true })
        const [box, label] = [(await current.boundingBox())!, (await mark.boundingBox())!]
        const at = label.x + label.width / 2
        // Two pixels: browsers round the positions of text and boxes apart.
        expect(at, where).toBeGreaterThanOrEqual(box.x - 2)
        expect(at, where).toBeLessThanOrEqual(box.x + box.width + 2)
        for (const text of await line.locator('small.num, h2, .num').all()) {
          const other = await text.boundingBox()
          if (other) expect(overlaps(label, other), `${where}: ${await text.innerText()}`).toBe(false)
        }
        const cut = await line
          .locator('li > span')
          .evaluateAll((names) =>
            names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
          )
        expect(cut, where).toEqual([])
      }
    }
    await page.unrouteAll({ behavior: 'wait' })
  },
)

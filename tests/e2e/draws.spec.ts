// A draw in both apps: two operators release it in the console, the phone repeats it and saves it.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { texts as ceremonyEn } from '../../apps/console/src/features/draws/texts/en.ts'
import { texts as ceremonyTw } from '../../apps/console/src/features/draws/texts/tw.ts'
import { drawSteps } from '../../packages/proof/src/index.ts'
import { writeEvidencePart } from '../flows/support/evidence.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { bringRound, closingDraw, releaseWithoutOperators, untilState } from './support/draws.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, signInOperator } from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'

test(
  'two operators release a draw and the phone repeats it',
  { tag: twoAppearances },
  async ({ page, browser, texts, lang, member, open }) => {
    test.slow()
    const { draws, site, shell, audit } = texts
    const name = `抽籤 ${member.account}`
    const drawId = await closingDraw({ tw: name, en: name }, member.memberId, 60, 7)
    await untilState(drawId, 'closed')

    await open('/user/aboutUs')
    await page.getByRole('link', { name: site.about.draws }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.draws })).toBeVisible()
    await page.getByRole('button', { name: draws.openings.check }).click()
    await expect(page.getByText(draws.openings.verdicts.right).first()).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'the draws of the last openings')
    await page.getByRole('link', { name: new RegExp(name) }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(page.getByText(draws.states.closed)).toBeVisible()
    await expect(page.getByText(draws.mine.listed).first()).toBeVisible()
    await expect(page.getByText(draws.practice)).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a draw before its round')

    const ceremony = lang === 'tw' ? ceremonyTw : ceremonyEn
    const operators = [
      await signInOperator(browser, lang, ['market'], { name: '周冠宇', appearance: {} }),
      await signInOperator(browser, lang, ['approver'], { name: '李思妤', appearance: { theme: 'dark' } }),
    ] as const
    try {
      const operatorPage = operators[0].page
      await operatorPage.goto('/#/draws')
      await operatorPage.getByRole('button', { name, exact: true }).click()
      const pane = operatorPage.getByRole('complementary', { name: ceremony.label })
      await expect(pane.getByText(ceremony.steps.list.closed(60))).toBeVisible()
      await expectCleanConsole(operatorPage, 'a ceremony before its release')
      await pane.getByRole('button', { name: ceremony.release.open }).click()
      const form = operatorPage.getByRole('dialog', { name: ceremony.release.title })
      await form.getByLabel(ceremony.release.why).fill('the list and its fingerprint were compared')
      await form.getByRole('button').last().click()
      const number = await operatorPage
        .getByText(/Z\d{4}-\d{6}/)
        .first()
        .innerText()
      await approve(operators[1], await reviewOf('draw-release', /Z\d{4}-\d{6}/.exec(number)![0]), 'second')
      await untilState(drawId, 'released')
      await bringRound(drawId)
      await untilState(drawId, 'decided')
      await operatorPage.goto(`/#/draws?draw=${drawId}`)
      await expect(pane.getByText(ceremony.done)).toBeVisible()
      await expect(pane.getByText('李思妤', { exact: false })).toBeVisible()
      await expectCleanConsole(operatorPage, 'a ceremony after its result')
    } finally {
      for (const { context } of operators) await context.close()
    }

    // The open page follows by itself.
    await page.getByRole('button', { name: draws.check.run }).click()
    await expect(page.getByText(draws.check.standing.right, { exact: true })).toBeVisible()
    for (const step of drawSteps)
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: draws.check.steps[step === 'beacon' ? 'practice' : step].title }),
      ).toContainText(audit.verdicts.right)
    await expectCleanPage(page, 'a draw repeated on the phone')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: draws.check.download }).click(),
    ])
    const file = await download.path()
    const scripts = join(import.meta.dirname, '../../scripts')
    for (const [program, script] of [
      ['python3', 'verify-draw.py'],
      [process.execPath, 'verify-draw.mjs'],
    ] as const)
      expect(execFileSync(program, [join(scripts, script), file], { encoding: 'utf8' })).toContain(
        'The draw holds',
      )
  },
)

test(
  'a slow phone repeats a hundred thousand tickets with progress',
  { tag: proveOnly },
  async ({ page, texts, member, open }) => {
    test.setTimeout(600_000)
    const { draws } = texts
    const [tickets, rate] = [100_000, 4]
    const name = `大型抽籤 ${member.account}`
    const drawId = await closingDraw({ tw: name, en: name }, member.memberId, tickets, 1_200)
    await untilState(drawId, 'closed')
    await releaseWithoutOperators(drawId)
    await bringRound(drawId)
    await untilState(drawId, 'decided')
    await open(`/user/aboutUs?view=draws&id=${drawId}`)
    const button = page.getByRole('button', { name: draws.check.run })
    await expect(button).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    // Every value that the bar of the page has shown.
    await page.evaluate(() => {
      const shown = new Set<string>()
      Object.assign(globalThis, { shown })
      const sample = (): void => {
        const bar = document.querySelector('progress')
        if (bar) shown.add(`${bar.getAttribute('aria-label')} ${bar.value}`)
        requestAnimationFrame(sample)
      }
      sample()
    })
    const began = performance.now()
    await button.click()
    await expect(page.getByText(draws.check.standing.right, { exact: true })).toBeVisible({
      timeout: 300_000,
    })
    const seconds = (performance.now() - began) / 1_000
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const painted = await page.evaluate(() => (globalThis as unknown as { shown: Set<string> }).shown.size)
    expect(painted).toBeGreaterThan(10)
    writeEvidencePart('draws', {
      onPage: { tickets, throttle: rate, secondsWithDownload: Math.round(seconds * 10) / 10, painted },
    })
  },
)

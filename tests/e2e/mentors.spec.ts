import { texts as consoleEn } from '../../apps/console/src/features/mentors/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/mentors/texts/tw.ts'
import { texts as proposalEn } from '../../apps/console/src/kit/proposal/texts/en.ts'
import { texts as proposalTw } from '../../apps/console/src/kit/proposal/texts/tw.ts'
import { approve, reviewOf } from './support/both-apps.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { expectCleanConsole, signInOperator, withOwner } from './support/operators.ts'
import { expect, test, twoAppearances } from './support/test.ts'

test(
  'a member reads what two operators have published',
  { tag: twoAppearances },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const consoleTexts = lang === 'tw' ? consoleTw : consoleEn
    const { send, done } = lang === 'tw' ? proposalTw : proposalEn
    const title = `Entry ${Date.now()}`
    const operators = [
      await signInOperator(browser, lang, ['approver'], { name: '陳偉', appearance: {} }),
      await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: { theme: 'dark' } }),
    ] as const
    try {
      const operatorPage = operators[0].page
      await operatorPage.goto('/#/mentors')
      await operatorPage.getByRole('button', { name: consoleTexts.propose }).click()
      const form = operatorPage.getByRole('dialog', { name: consoleTexts.propose })
      await form.getByLabel(consoleTexts.titleTw).fill(title)
      await form.getByLabel(consoleTexts.titleEn).fill(title)
      await form.getByLabel(consoleTexts.why).fill('the ticket of this morning')
      await expectCleanConsole(operatorPage, 'the form of an entry')
      await form.getByRole('button', { name: send }).click()
      await expect(operatorPage.getByRole('button', { name: done })).toBeVisible()
      const [row] = await withOwner((db) =>
        db.query<{ number: string }>(
          `SELECT number FROM app.reviews WHERE kind = 'mentors' AND payload->'title'->>'en' = $1`,
          [title],
        ),
      )
      await approve(operators[1], await reviewOf('mentors', row!.number), 'second')
    } finally {
      for (const { context } of operators) await context.close()
    }
    await expect
      .poll(() => withOwner((db) => db.query('SELECT id FROM app.mentors WHERE title_en = $1', [title])))
      .toHaveLength(1)
    await open('/user/setting?view=mentors')
    await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.mentors })).toBeVisible()
    await expect(page.getByText(title)).toBeVisible()
    await expectCleanPage(page, 'published entries')
  },
)

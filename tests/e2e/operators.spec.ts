import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { texts as peopleEn } from '../../apps/console/src/features/operators/people/texts/en.ts'
import { texts as peopleTw } from '../../apps/console/src/features/operators/people/texts/tw.ts'
import { texts as queueEn } from '../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import type { Lang } from './projects.ts'
import { codesOf } from './support/codes.ts'
import {
  demoOperators,
  expectCleanDesk as expectClean,
  givePassword,
  newDesk,
  seatOperator,
  signInTexts,
  withOwner,
} from './support/operators.ts'

interface Words {
  readonly queue: typeof queueTw
  readonly people: typeof peopleTw
  readonly shell: typeof shellTw
}

const test = base.extend<{ lang: Lang; words: Words }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  words: async ({ lang }, use) =>
    use(
      lang === 'tw'
        ? { queue: queueTw, people: peopleTw, shell: shellTw }
        : { queue: queueEn, people: peopleEn, shell: shellEn },
    ),
})

// One pair of operators for the file, each with a session of his own.
test.describe.configure({ mode: 'serial' })

const desks: BrowserContext[] = []
const pages: Page[] = []
const seen: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  for (const name of ['陳偉', '林美']) {
    const { context: desk, page } = await seatOperator(browser, lang, ['admin', 'approver'], { name })
    desk.on('weberror', (error) => seen.push(error.error().message))
    desk.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
    })
    desks.push(desk)
    pages.push(page)
  }
})

test.afterAll(async () => {
  for (const desk of desks.splice(0)) await desk.close()
  pages.splice(0)
})

const desk = (at: 0 | 1): Page => {
  const page = pages[at]
  if (page === undefined) throw new Error('nobody is signed in')
  return page
}

/** An admin proposes a person; the proposal waits for the other one. Answers its number and the new one's enrolment code. */
const propose = async (page: Page, words: Words, login: string): Promise<[string, string]> => {
  const { propose: texts } = words.people
  await page.goto('/#/operators')
  await page.getByRole('button', { name: texts.open }).click()
  const popup = page.getByRole('dialog', { name: texts.title })
  await popup.getByLabel(texts.login).fill(login)
  await popup.getByLabel(texts.name, { exact: true }).fill('Wen')
  await popup.getByRole('checkbox', { name: words.shell.roles.reviewer }).check()
  await popup.getByLabel(texts.reason).fill('e2e')
  await popup.getByRole('button', { name: texts.send }).click()
  const sent = page.getByRole('dialog', { name: texts.sentTitle })
  const number = /[A-Z]\d{4}-\d+/.exec(await sent.innerText())?.[0]
  if (number === undefined) throw new Error('the proposal has no number')
  const code = await sent.locator('.mono').innerText()
  await sent.getByRole('button', { name: texts.done }).click()
  return [number, code]
}

const row = (page: Page, number: string) => page.getByRole('button', { name: number, exact: true })

test('a wrong password and a wrong code are refused in words, the right ones open the queue', async ({
  browser,
  lang,
}) => {
  const context = await newDesk(browser, lang)
  const page = await context.newPage()
  const texts = signInTexts(lang)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: texts.password.title })).toBeVisible()
  await expectClean(page, 'sign-in')
  await givePassword(page, lang, 'nobody.here', 'not the password')
  await expect(page.getByLabel(texts.password.password, { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  // Each language signs in another of the two: a code works once, and the other project runs beside this one.
  const operator = demoOperators()[lang === 'tw' ? 0 : 1]
  if (operator === undefined) throw new Error('no operator')
  await givePassword(page, lang, operator.login, operator.password)
  await expect(page.getByRole('heading', { name: texts.second.title(operator.login) })).toBeVisible()
  await page.getByLabel(texts.second.label).fill('000000')
  await expect(page.getByLabel(texts.second.label)).toHaveAttribute('aria-invalid', 'true')
  await expectClean(page, 'second step')
  await page.getByLabel(texts.second.label).fill(await operator.codes.next())
  await expect(page.getByRole('navigation')).toBeVisible()
  await context.close()
})

test('somebody new is proposed, approved, enrols with an authenticator of his own, and works', async ({
  browser,
  words,
  lang,
}) => {
  test.slow()
  const login = `xin.${lang}.${Date.now().toString(36)}`
  const [number, enrolmentCode] = await propose(desk(0), words, login)
  const context = await newDesk(browser, lang)
  const page = await context.newPage()
  const texts = signInTexts(lang)
  const begin = async () => {
    await page.getByLabel(texts.password.login).fill(login)
    await page.getByLabel(texts.enrol.code).fill(enrolmentCode)
    await page.getByLabel(texts.enrol.password, { exact: true }).fill('harbour lantern 41')
    await page.getByLabel(texts.enrol.again, { exact: true }).fill('harbour lantern 41')
    await page.getByRole('button', { name: texts.enrol.next }).click()
  }
  await page.goto('/')
  await page.getByText(texts.password.first).click()
  await expect(page.getByRole('heading', { name: texts.enrol.title })).toBeVisible()
  // The code is worth nothing before the second has approved.
  await begin()
  await expect(page.getByLabel(texts.enrol.code)).toHaveAttribute('aria-invalid', 'true')
  await expectClean(page, 'enrolment')

  const second = desk(1)
  await second.goto('/#/queue?kind=operator')
  await row(second, number).click()
  await expect(second.getByRole('complementary').getByText(number)).toBeVisible()
  await second.getByRole('button', { name: words.queue.pane.approveSecond }).click()
  await expect(second.getByText(words.queue.done.passed(number))).toBeVisible()

  // The worker makes the account; a try before it is there would count as a wrong one.
  await expect
    .poll(() => withOwner((db) => db.query('SELECT 1 FROM app.operators WHERE login = $1', [login])))
    .toHaveLength(1)
  await begin()
  await expect(page.getByRole('heading', { name: texts.app.title })).toBeVisible()
  await expectClean(page, 'the authenticator')
  const secret = (await page.locator('.mono').innerText()).replaceAll(' ', '')
  await page.getByLabel(texts.second.label).fill(await codesOf(secret).next())
  await expect(page.getByRole('heading', { name: texts.codes.title })).toBeVisible()
  await expect(page.locator('li.mono')).toHaveCount(10)
  await expectClean(page, 'recovery codes')
  await page.getByText(texts.codes.kept).click()
  await page.getByRole('button', { name: texts.codes.next }).click()
  await expect(page.getByRole('navigation')).toBeVisible()
  // A reviewer sees the queue; the code has been used up.
  await expect(page.getByRole('tablist')).toBeVisible()
  await context.close()
})

test('an empty chair is warned, then signed out; whoever answers stays', async ({ browser, words, lang }) => {
  const { context, page } = await seatOperator(browser, lang, ['reviewer'], { name: '周離席' })
  await page.clock.install()
  await page.goto('/#/queue')
  await page.reload()
  await expect(page.getByRole('tablist')).toBeVisible()
  const { idle } = words.shell
  const warning = page.getByRole('alertdialog', { name: idle.title })
  await page.clock.fastForward('13:02')
  await expect(warning).toBeVisible()
  await expectClean(page, 'the warning')
  await warning.getByRole('button', { name: idle.stay }).click()
  await expect(warning).toBeHidden()
  await page.clock.fastForward('13:02')
  await expect(warning).toBeVisible()
  await page.clock.fastForward('02:02')
  await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
  // And the server has ended it, not only the page.
  await page.goto('/#/operators')
  await page.reload()
  await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
  await context.close()
})

test('four eyes: one proposes, the other approves by the keyboard, and it is carried out', async ({
  words,
  lang,
}) => {
  const [number] = await propose(desk(0), words, `wen.${lang}.${Date.now().toString(36)}`)
  // Whoever proposed it cannot approve it.
  const first = desk(0)
  await first.goto('/#/queue?kind=operator')
  await row(first, number).click()
  await expect(first.getByRole('complementary').getByText(number)).toBeVisible()
  await expect(first.getByRole('button', { name: words.queue.pane.approveSecond })).toHaveCount(0)
  await expectClean(first, 'queue')

  const second = desk(1)
  await second.goto('/#/queue?kind=operator')
  await expect(row(second, number)).toBeVisible()
  const pane = second.getByRole('complementary')
  // J and K walk the list; the focus goes along.
  for (let steps = 0; steps < 60 && !(await pane.getByText(number).isVisible()); steps++) {
    await second.keyboard.press('j')
    await expect(second.locator('[aria-current="true"]:focus')).toHaveCount(1)
  }
  await expect(pane.getByRole('button', { name: words.queue.pane.approveSecond })).toBeVisible()
  await second.keyboard.press('a')
  await expect(second.getByText(words.queue.done.passed(number))).toBeVisible()

  await second.goto('/#/queue?kind=operator&show=done')
  await expect(row(second, number)).toBeVisible({ timeout: 20_000 })
})

test('a rejection needs a reason; whoever comes later is told what has happened', async ({ words, lang }) => {
  const [number] = await propose(desk(0), words, `zan.${lang}.${Date.now().toString(36)}`)
  const page = desk(1)
  await page.goto('/#/queue?kind=operator')
  await row(page, number).click()
  await expect(page.getByRole('complementary').getByText(number)).toBeVisible()
  await expect(page.getByRole('button', { name: words.queue.pane.reject })).toBeVisible()
  await page.keyboard.press('r')
  const reason = page.getByRole('textbox', { name: words.queue.reject.title })
  await expect(reason).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(words.queue.reject.empty)
  await expectClean(page, 'rejecting')

  // Meanwhile its proposer takes it back at the other desk.
  const proposer = desk(0)
  await proposer.goto('/#/queue?kind=operator')
  await row(proposer, number).click()
  await proposer.getByRole('button', { name: words.queue.pane.withdraw }).click()
  await expect(proposer.getByText(words.queue.done.withdrawn(number))).toBeVisible()

  await reason.fill('e2e')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(words.queue.done.conflict)
})

test('views are kept, help and search open by their keys, and the people page is clean', async ({
  words,
}) => {
  const page = desk(0)
  await page.goto('/#/queue')
  await expect(page.getByRole('tablist')).toBeVisible()
  await page.getByRole('button', { name: words.queue.views.save }).click()
  const name = `v${Date.now().toString(36)}`
  await page.getByLabel(words.queue.views.name).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: words.queue.views.remove(name) }).click()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: words.shell.help.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await expectClean(page, 'search')
  await page.keyboard.press('Escape')

  await page.goto('/#/operators')
  await expect(page.getByRole('rowheader', { name: words.people.matrix.nobody })).toBeVisible()
  await expectClean(page, 'people')
  expect(seen, 'the browser complains').toEqual([])
})

test('a session that has ended leads to the sign-in', async ({ words, lang }) => {
  const page = desk(1)
  await page.goto('/#/operators')
  await page.getByRole('button', { name: words.shell.operator.card }).click()
  await page.getByRole('button', { name: words.shell.operator.signOut }).click()
  await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
  await page.goto('/#/queue')
  await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
})

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { texts as peopleEn } from '../../apps/console/src/features/operators/people/texts/en.ts'
import { texts as peopleTw } from '../../apps/console/src/features/operators/people/texts/tw.ts'
import { texts as queueEn } from '../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import type { Lang } from './projects.ts'
import { demoOperators, givePassword, newDesk, signIn, signInTexts } from './support/operators.ts'

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

// One pair of operators for the file: a code works once, and each has a session of his own.
test.describe.configure({ mode: 'serial' })

const desks: BrowserContext[] = []
const pages: Page[] = []
const seen: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  for (const operator of demoOperators().slice(0, 2)) {
    const desk = await newDesk(browser, lang)
    desk.on('weberror', (error) => seen.push(error.error().message))
    desk.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
    })
    desks.push(desk)
    const page = await desk.newPage()
    await signIn(page, lang, operator)
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

const expectClean = async (page: Page, where: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  )
  expect(faults, where).toEqual([])
}

/** An admin proposes a person; the proposal waits for the other one. */
const propose = async (page: Page, words: Words, login: string): Promise<string> => {
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
  await sent.getByRole('button', { name: texts.done }).click()
  return number
}

const row = (page: Page, number: string) => page.getByRole('button', { name: number, exact: true })

test('a wrong password and a wrong code are refused in words', async ({ browser, lang }) => {
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
  const [operator] = demoOperators()
  if (operator === undefined) throw new Error('no operator')
  await givePassword(page, lang, operator.login, operator.password)
  await expect(page.getByRole('heading', { name: texts.second.title(operator.login) })).toBeVisible()
  await page.getByLabel(texts.second.label).fill('000000')
  await expect(page.getByLabel(texts.second.label)).toHaveAttribute('aria-invalid', 'true')
  await expectClean(page, 'second step')
  await context.close()
})

test('four eyes: one proposes, the other approves by the keyboard, and it is carried out', async ({
  words,
  lang,
}) => {
  const number = await propose(desk(0), words, `wen.${lang}.${Date.now().toString(36)}`)
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
  const number = await propose(desk(0), words, `zan.${lang}.${Date.now().toString(36)}`)
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

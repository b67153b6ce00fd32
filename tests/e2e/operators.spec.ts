import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { texts as accountEn } from '../../apps/console/src/features/operators/account/texts/en.ts'
import { texts as accountTw } from '../../apps/console/src/features/operators/account/texts/tw.ts'
import { texts as homeEn } from '../../apps/console/src/features/operators/home/texts/en.ts'
import { texts as homeTw } from '../../apps/console/src/features/operators/home/texts/tw.ts'
import { texts as peopleEn } from '../../apps/console/src/features/operators/people/texts/en.ts'
import { texts as peopleTw } from '../../apps/console/src/features/operators/people/texts/tw.ts'
import { texts as queueEn } from '../../apps/console/src/features/operators/queue/texts/en.ts'
import { texts as queueTw } from '../../apps/console/src/features/operators/queue/texts/tw.ts'
import { texts as viewsEn } from '../../apps/console/src/kit/views/texts/en.ts'
import { texts as viewsTw } from '../../apps/console/src/kit/views/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import { type Lang, proveOnly } from './projects.ts'
import { codesOf } from './support/codes.ts'
import {
  demoOperators,
  expectCleanConsole as expectClean,
  givePassword,
  newConsole,
  signInOperator,
  signInTexts,
  withOwner,
} from './support/operators.ts'

interface ConsoleTexts {
  readonly queue: typeof queueTw
  readonly views: typeof viewsTw
  readonly people: typeof peopleTw
  readonly account: typeof accountTw
  readonly shell: typeof shellTw
}

const test = base.extend<{ lang: Lang; consoleTexts: ConsoleTexts }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
  consoleTexts: async ({ lang }, use) =>
    use(
      lang === 'tw'
        ? { queue: queueTw, views: viewsTw, people: peopleTw, account: accountTw, shell: shellTw }
        : { queue: queueEn, views: viewsEn, people: peopleEn, account: accountEn, shell: shellEn },
    ),
})

// The whole file uses one pair of operators, each with their own session.
test.describe.configure({ mode: 'serial' })

const operators: BrowserContext[] = []
const pages: Page[] = []
const seen: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  const lang = project.metadata['lang'] as Lang
  for (const name of ['陳偉', '林美']) {
    const { context: operatorPage, page } = await signInOperator(browser, lang, ['admin', 'approver'], {
      name,
    })
    operatorPage.on('weberror', (error) => seen.push(error.error().message))
    operatorPage.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
    })
    operators.push(operatorPage)
    pages.push(page)
  }
})

test.afterAll(async () => {
  for (const operatorPage of operators.splice(0)) await operatorPage.close()
  pages.splice(0)
})

const operatorPage = (at: 0 | 1): Page => {
  const page = pages[at]
  if (page === undefined) throw new Error('no operator is signed in')
  return page
}

/** An admin proposes a person, and the proposal waits for the other admin. Returns its number. */
const propose = async (page: Page, consoleTexts: ConsoleTexts, login: string): Promise<string> => {
  const { propose: texts } = consoleTexts.people
  await page.goto('/#/operators')
  await page.getByRole('button', { name: texts.open }).click()
  const popup = page.getByRole('dialog', { name: texts.title })
  await popup.getByLabel(texts.login).fill(login)
  await popup.getByLabel(texts.name, { exact: true }).fill('Wen')
  await popup.getByRole('checkbox', { name: consoleTexts.shell.roles.reviewer }).check()
  await popup.getByLabel(texts.reason).fill('e2e test')
  await popup.getByRole('button', { name: texts.send }).click()
  const sent = page.getByRole('dialog', { name: texts.sentTitle })
  const number = /[A-Z]\d{4}-\d+/.exec(await sent.innerText())?.[0]
  if (number === undefined) throw new Error('the proposal has no number')
  await sent.getByRole('button', { name: texts.done }).click()
  return number
}

const row = (page: Page, number: string) => page.getByRole('button', { name: number, exact: true })

test('sign-in refuses a wrong password and a wrong code', { tag: proveOnly }, async ({ browser, lang }) => {
  const context = await newConsole(browser, lang)
  const page = await context.newPage()
  const texts = signInTexts(lang)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: texts.password.title })).toBeVisible()
  await expectClean(page, 'sign-in')
  await givePassword(page, lang, 'unknown.login', 'not the password')
  await expect(page.getByLabel(texts.password.password, { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  // Each language signs in a different operator: a code works once, and the other project runs at the same time.
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

/** Reads the operator's own half of the code on the people page. */
const readHalf = async (page: Page, consoleTexts: ConsoleTexts): Promise<string> => {
  await page.goto('/#/operators')
  await page.reload()
  await page.getByRole('button', { name: consoleTexts.people.half.show }).last().click()
  const half = page.getByText(/^[0-9A-Z]{6}-[0-9A-Z]{6}$/)
  await expect(half).toBeVisible()
  await expectClean(page, 'half of a code')
  return half.innerText()
}

/** Opens the review with this number and approves it. */
const approve = async (
  page: Page,
  consoleTexts: ConsoleTexts,
  kind: string,
  number: string,
  isSecond: boolean,
) => {
  await page.goto(`/#/queue?kind=${kind}`)
  await row(page, number).click()
  await expect(page.getByRole('complementary').getByText(number)).toBeVisible()
  const { approveSecond, approve: first } = consoleTexts.queue.pane
  const pane = page.getByRole('complementary')
  await pane.getByRole('button', { name: isSecond ? approveSecond : first(''), exact: true }).click()
  // A deciding vote needs a confirmation; a first vote is sent after its undo time.
  if (isSecond) await page.getByRole('alertdialog').press('Enter')
  const { done } = consoleTexts.queue
  await expect(page.getByText(isSecond ? done.passed(number) : done.first(number))).toBeVisible()
}

test('a new operator enrols with two halves and an approved key', async ({ browser, consoleTexts, lang }) => {
  test.slow()
  const login = `xin.${lang}.${Date.now().toString(36)}`
  const number = await propose(operatorPage(0), consoleTexts, login)
  const context = await newConsole(browser, lang)
  const page = await context.newPage()
  const texts = signInTexts(lang)
  const begin = async (enrolmentCode: string) => {
    await page.getByLabel(texts.password.login).fill(login)
    await page.getByLabel(texts.enrol.code).fill(enrolmentCode)
    await page.getByLabel(texts.enrol.password, { exact: true }).fill('harbour lantern 41')
    await page.getByLabel(texts.enrol.again, { exact: true }).fill('harbour lantern 41')
    await page.getByRole('button', { name: texts.enrol.next }).click()
  }
  await page.goto('/')
  await page.getByText(texts.password.first).click()
  await expect(page.getByRole('heading', { name: texts.enrol.title })).toBeVisible()
  await expectClean(page, 'enrolment')
  await approve(operatorPage(1), consoleTexts, 'operator', number, true)

  // The worker creates the account; an earlier attempt would count as a wrong one.
  await expect
    .poll(() => withOwner((db) => db.query('SELECT 1 FROM app.operators WHERE login = $1', [login])))
    .toHaveLength(1)
  const halves = [
    await readHalf(operatorPage(0), consoleTexts),
    await readHalf(operatorPage(1), consoleTexts),
  ]
  // One half alone is not accepted.
  await begin(halves[0]!)
  await expect(page.getByLabel(texts.enrol.code)).toHaveAttribute('aria-invalid', 'true')
  await begin(halves.join(' '))
  await expect(page.getByRole('heading', { name: texts.app.title })).toBeVisible()
  await expectClean(page, 'the authenticator')
  const secret = (await page.locator('.mono').innerText()).replaceAll(' ', '')
  await page.getByLabel(texts.second.label).fill(await codesOf(secret).next())
  await expect(page.getByRole('heading', { name: texts.codes.title })).toBeVisible()
  await expect(page.locator('li.mono')).toHaveCount(10)
  await expectClean(page, 'recovery codes')
  await page.getByText(texts.codes.kept).click()
  await page.getByRole('button', { name: texts.codes.next }).click()
  // The browser creates a voting key; the two others compare its fingerprint.
  await expect(page.getByRole('heading', { name: texts.key.title })).toBeVisible()
  const fingerprint = page.getByText(/^([0-9A-F]{4} ){5}[0-9A-F]{4}$/)
  await expect(fingerprint).toBeVisible()
  await expectClean(page, 'voting key')
  const shown = await fingerprint.innerText()
  const keyNumber = /[A-Z]\d{4}-\d+/.exec(await page.getByRole('main').innerText())?.[0] ?? ''
  await page.getByRole('button', { name: texts.key.next }).click()
  await expect(page.getByRole('navigation')).toBeVisible()
  await approve(operatorPage(0), consoleTexts, 'operator-key', keyNumber, false)
  await operatorPage(1).goto('/#/queue?kind=operator-key')
  await row(operatorPage(1), keyNumber).click()
  await expect(operatorPage(1).getByRole('complementary').getByText(shown)).toBeVisible()
  await approve(operatorPage(1), consoleTexts, 'operator-key', keyNumber, true)
  await expect
    .poll(() =>
      withOwner((db) =>
        db.query(
          `SELECT 1 FROM app.operator_voting_keys k JOIN app.operators o ON o.id = k.operator_id
           WHERE o.login = $1 AND k.valid_from IS NOT NULL`,
          [login],
        ),
      ),
    )
    .toHaveLength(1)
  await page.goto('/#/account')
  await expect(page.getByText(consoleTexts.account.votes.states.valid, { exact: true })).toBeVisible()
  await expect(page.getByText(shown)).toBeVisible()
  await expectClean(page, 'account')
  const { passwords } = consoleTexts.account
  await page.getByRole('button', { name: passwords.change }).click()
  const popup = page.getByRole('dialog', { name: passwords.change })
  const typePasswords = async (next: string) => {
    await popup.getByLabel(passwords.fields.password, { exact: true }).fill('harbour lantern 41')
    await popup.getByLabel(passwords.fields.newPassword, { exact: true }).fill(next)
    await popup.getByLabel(passwords.fields.confirmPassword, { exact: true }).fill(next)
    await popup.getByRole('button', { name: passwords.change }).click()
  }
  await typePasswords('short')
  await expect(popup.getByLabel(passwords.fields.newPassword, { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expectClean(page, 'a new password')
  await typePasswords('copper meadow 77')
  await expect(page.getByText(passwords.done(0))).toBeVisible()
  const { offer } = lang === 'tw' ? homeTw : homeEn
  await page.goto('/#/home')
  const offered = page.getByRole('region', { name: offer.title })
  await expect(offered.getByRole('link', { name: offer.add })).toBeVisible()
  await expectClean(page, 'the offer of a passkey')
  await offered.getByRole('button', { name: offer.later }).click()
  await page.reload()
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(offered).toHaveCount(0)
  await page.goto('/#/queue')
  // A reviewer sees the queue, and the code has been used up.
  await expect(page.getByRole('tablist')).toBeVisible()
  await context.close()
})

test(
  'an idle operator is warned and then signed out',
  { tag: proveOnly },
  async ({ browser, consoleTexts, lang }) => {
    const { context, page } = await signInOperator(browser, lang, ['reviewer'], { name: '周離席' })
    await page.clock.install()
    await page.goto('/#/queue')
    await page.reload()
    await expect(page.getByRole('tablist')).toBeVisible()
    const { idle } = consoleTexts.shell
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
    // The server has ended the session, not only the page.
    await page.goto('/#/operators')
    await page.reload()
    await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
    await context.close()
  },
)

test(
  'a proposer cannot approve; a second operator approves by keyboard',
  { tag: proveOnly },
  async ({ consoleTexts, lang }) => {
    const number = await propose(operatorPage(0), consoleTexts, `wen.${lang}.${Date.now().toString(36)}`)
    // The proposer cannot approve it.
    const first = operatorPage(0)
    await first.goto('/#/queue?kind=operator&show=all')
    await row(first, number).click()
    await expect(first.getByRole('complementary').getByText(number)).toBeVisible()
    await expect(first.getByRole('button', { name: consoleTexts.queue.pane.approveSecond })).toHaveCount(0)
    await expectClean(first, 'queue')

    const second = operatorPage(1)
    await second.goto('/#/queue?kind=operator')
    await expect(row(second, number)).toBeVisible()
    const pane = second.getByRole('complementary')
    // J and K move through the list, and the focus follows.
    for (let steps = 0; steps < 60 && !(await pane.getByText(number).isVisible()); steps++) {
      await second.keyboard.press('j')
      await expect(second.locator('[aria-current="true"]:focus')).toHaveCount(1)
    }
    await expect(pane.getByRole('button', { name: consoleTexts.queue.pane.approveSecond })).toBeVisible()
    await expect(pane.locator('[data-armed]')).toBeVisible()
    await second.keyboard.press('a')
    await expect(pane.getByRole('alertdialog')).toBeVisible()
    await second.keyboard.press('Enter')
    await expect(second.getByText(consoleTexts.queue.done.passed(number))).toBeVisible()

    await second.goto('/#/queue?kind=operator&show=done')
    await expect(row(second, number)).toBeVisible()
  },
)

test(
  'a rejection needs a reason and fails on a cancelled review',
  { tag: proveOnly },
  async ({ consoleTexts, lang }) => {
    const number = await propose(operatorPage(0), consoleTexts, `zan.${lang}.${Date.now().toString(36)}`)
    const page = operatorPage(1)
    await page.goto('/#/queue?kind=operator')
    await row(page, number).click()
    await expect(page.getByRole('complementary').getByText(number)).toBeVisible()
    await expect(page.getByRole('button', { name: consoleTexts.queue.pane.reject })).toBeVisible()
    await expect(page.getByRole('complementary').locator('[data-armed]')).toBeVisible()
    await page.keyboard.press('r')
    const reason = page.getByRole('textbox', { name: consoleTexts.queue.reject.note })
    await reason.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(consoleTexts.queue.reject.noReason)
    await expectClean(page, 'rejecting')

    // The page polls. An answer after the withdrawal would close the form before the vote is sent.
    await page.route(/\/operators\/(queue|review)$/, () => undefined)
    // Meanwhile the proposer cancels it in the other browser.
    const proposer = operatorPage(0)
    await proposer.goto('/#/queue?kind=operator&show=all')
    await row(proposer, number).click()
    await proposer.getByRole('button', { name: consoleTexts.queue.pane.cancel }).click()
    await expect(proposer.getByText(consoleTexts.queue.done.cancelled(number))).toBeVisible()

    await page.getByRole('button', { name: consoleTexts.queue.reject.codes['not-needed'].name }).click()
    await reason.fill('e2e test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(consoleTexts.queue.done.conflict)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test(
  'saved views and keyboard shortcuts work; the people page is accessible',
  { tag: proveOnly },
  async ({ consoleTexts }) => {
    const page = operatorPage(0)
    await page.goto('/#/queue')
    await expect(page.getByRole('tablist')).toBeVisible()
    await page.getByRole('button', { name: consoleTexts.views.save }).click()
    const name = `v${Date.now().toString(36)}`
    await page.getByLabel(consoleTexts.views.name).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: consoleTexts.views.remove(name) }).click()
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: consoleTexts.shell.help.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await expectClean(page, 'search')
    await page.keyboard.press('Escape')

    // A new document: closing the search goes back in the history, which may come after a change of the hash.
    await page.goto('/?page=people#/operators')
    await expect(page.getByRole('rowheader', { name: consoleTexts.people.matrix.noRole })).toBeVisible()
    await expectClean(page, 'people')
    expect(seen, 'the browser complains').toEqual([])
  },
)

test(
  'a signed-out operator is led to the sign-in page',
  { tag: proveOnly },
  async ({ consoleTexts, lang }) => {
    const page = operatorPage(1)
    await page.goto('/#/operators')
    await page.getByRole('button', { name: consoleTexts.shell.operator.card }).click()
    await page.getByRole('button', { name: consoleTexts.shell.operator.signOut }).click()
    await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
    await page.goto('/#/queue')
    await expect(page.getByRole('heading', { name: signInTexts(lang).password.title })).toBeVisible()
  },
)

// Customer service with a phone and a console at once: asked, answered, noted, handed over, rated; and by a blocked member.

import { texts as consoleEn } from '../../apps/console/src/features/support/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/support/texts/tw.ts'
import { supportMacros } from '../../packages/rules/src/support/index.ts'
import { picture } from '../flows/support/pictures.ts'
import type { Lang } from './projects.ts'
import { restrict } from './support/database.ts'
import { logIn } from './support/fields.ts'
import { expectCleanPage } from './support/layout-checks.ts'
import { expectCleanConsole, type SignedInOperator, signInOperator } from './support/operators.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'

/** The worker delivers an answer within a second; the console reads every five. */
const soon = { timeout: 20_000 }
const consoleTexts = (lang: Lang): typeof consoleTw => (lang === 'tw' ? consoleTw : consoleEn)

const openMatter = async ({ page, lang }: SignedInOperator, title: string) => {
  await page.goto('/#/support')
  await page.getByRole('button', { name: title }).click(soon)
  const thread = page.getByRole('region', { name: title })
  await expect(thread.getByLabel(consoleTexts(lang).answer, { exact: true })).toBeVisible()
  return thread
}

test(
  'a member asks, an operator answers, and both see it live',
  { tag: twoAppearances },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const { members, support } = texts
    const service = consoleTexts(lang)
    const title = `Matter ${Date.now()}`
    const [question, note, reply] = [`When does it arrive ${title}`, `Internal ${title}`, `Today ${title}`]
    await open('/user/usercenter')
    await page.getByRole('button', { name: members.customerService, exact: true }).first().click()
    const list = page.getByRole('dialog', { name: support.title, exact: true })
    await expect(list.getByText(support.none)).toBeVisible()
    await expectCleanPage(page, 'customer service without a matter')
    await list.getByRole('button', { name: support.ask, exact: true }).click()
    const form = page.getByRole('dialog', { name: support.newTitle, exact: true })
    await form.getByRole('button', { name: support.send, exact: true }).click()
    await expect(form.getByText(support.subjectMissing)).toBeVisible()
    await form.getByRole('button', { name: support.topics.money, exact: true }).click()
    await form.getByLabel(support.subject, { exact: true }).fill(title)
    await form.getByLabel(support.text, { exact: true }).fill(question)
    await form.getByLabel(support.attach, { exact: true }).setInputFiles({
      name: 'bank-screen.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(),
    })
    await expect(form.getByText(/ kB$/)).toBeVisible(soon)
    await expectCleanPage(page, 'a new question')
    await form.getByRole('button', { name: support.send, exact: true }).click()
    const thread = page.getByRole('dialog', { name: title, exact: true })
    await expect(thread.getByText(question)).toBeVisible()
    await expect(thread.getByText(support.picture(1), { exact: true })).toBeVisible()
    await expectCleanPage(page, 'a matter that waits')
    await thread.getByRole('button', { name: support.picture(1) }).click()
    await expect(thread.getByRole('img', { name: support.picture(1) })).toBeVisible()
    await thread.getByRole('button', { name: support.picture(1) }).click()
    await expect(thread.getByRole('img', { name: support.picture(1) })).toHaveCount(0)

    const [first, second] = [
      await signInOperator(browser, lang, ['support'], { name: '周宜庭', appearance: {} }),
      await signInOperator(browser, lang, ['support'], { name: '李言', appearance: { theme: 'dark' } }),
    ] as const
    try {
      const matter = await openMatter(first, title)
      await expect(matter.getByText(question)).toBeVisible()
      await matter.getByRole('button', { name: service.picture(1) }).click()
      const shown = first.page.getByRole('dialog', { name: service.picture(1), exact: true })
      await expect(shown.getByRole('img')).toBeVisible()
      await shown.getByRole('button', { name: service.close, exact: true }).click()
      await expect(shown).toHaveCount(0)
      const beside = first.page.getByRole('complementary', { name: service.beside })
      await first.page.setViewportSize({ width: 1024, height: 768 })
      await expect(beside).toBeHidden()
      await matter.getByRole('button', { name: service.beside, exact: true }).click()
      await expect(beside).toBeVisible()
      await matter.getByRole('button', { name: service.beside, exact: true }).click()
      await first.page.setViewportSize({ width: 1440, height: 900 })
      await expect(beside).toBeVisible()
      await matter.getByRole('button', { name: service.addNote, exact: true }).click()
      const noting = first.page.getByRole('dialog', { name: service.addNote, exact: true })
      await noting.getByLabel(service.noteLabel, { exact: true }).fill(note)
      await noting.getByRole('button', { name: service.saveNote, exact: true }).click()
      await expect(noting).toHaveCount(0)
      await expect(matter.getByText(note)).toBeVisible()
      await matter.getByRole('button', { name: service.handOver, exact: true }).click()
      const handing = first.page.getByRole('dialog', { name: service.handOverTitle, exact: true })
      await handing.getByRole('radio', { name: second.name }).last().check({ force: true })
      await handing.getByLabel(service.handNote, { exact: true }).fill('please go on')
      await handing.getByRole('button', { name: service.handOver, exact: true }).click()
      await expect(handing).toHaveCount(0)
      await expectCleanConsole(first.page, 'a matter with a note')

      const taken = await openMatter(second, title)
      const macro = supportMacros[0]!
      await taken.getByRole('button', { name: macro.name[lang], exact: true }).click()
      const answer = taken.getByLabel(service.answer, { exact: true })
      await expect(answer).toHaveValue(macro.text[lang])
      await answer.fill(reply)
      await expectCleanConsole(second.page, 'a written answer')
      await taken.getByRole('button', { name: service.send, exact: true }).click()
      await expect(taken.locator('ol').getByText(reply)).toBeVisible(soon)

      // The phone was not touched since the question.
      await expect(thread.getByText(reply)).toBeVisible(soon)
      await expect(thread.getByText(note)).toHaveCount(0)
      await expect(thread.getByText(second.name)).toBeVisible()
      await expectCleanPage(page, 'an answered matter')
      await thread.getByRole('button', { name: support.rate.yes, exact: true }).click()
      await expect(thread.getByText(support.rate.solved)).toBeVisible()
      await expect(second.page.getByText(service.states.closed, { exact: true }).last()).toBeVisible(soon)
    } finally {
      for (const { context } of [first, second]) await context.close()
    }
    await thread.getByRole('button', { name: texts.shell.back, exact: true }).click()
    await expect(thread).toHaveCount(0)
    await expect(list.getByRole('heading', { name: support.states.closed, exact: true })).toBeVisible()
    await expectCleanPage(page, 'the list of matters')
  },
)

test(
  'a notice of an answer opens its matter',
  { tag: proveOnly },
  async ({ page, texts, open, browser, lang }) => {
    const { support } = texts
    const title = `Notice ${Date.now()}`
    await open('/user/usercenter?support=list')
    await page.getByRole('button', { name: support.ask, exact: true }).click()
    const form = page.getByRole('dialog', { name: support.newTitle, exact: true })
    await form.getByLabel(support.subject, { exact: true }).fill(title)
    await form.getByLabel(support.text, { exact: true }).fill('How long?')
    await form.getByRole('button', { name: support.send, exact: true }).click()
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    const operator = await signInOperator(browser, lang, ['support'])
    try {
      const matter = await openMatter(operator, title)
      await matter.getByLabel(consoleTexts(lang).answer, { exact: true }).fill('An hour.')
      await matter.getByRole('button', { name: consoleTexts(lang).sendClose, exact: true }).click()
      await expect(matter.locator('ol').getByText('An hour.')).toBeVisible(soon)
    } finally {
      await operator.context.close()
    }
    await page.goto('/#/home/notice')
    await page
      .getByText(/C-[2-9A-Z]{8}/)
      .first()
      .click(soon)
    await page.locator('a[href*="support="]').first().click()
    await expect(page.getByRole('dialog', { name: title, exact: true }).getByText('An hour.')).toBeVisible()
  },
)

test(
  'a blocked member writes to customer service and reads the answer',
  { tag: proveOnly },
  async ({ page, texts, member, browser, lang }) => {
    const { auth, members, support } = texts
    await restrict(member, 'login-banned', 'suspected-takeover')
    const enter = async () => {
      await page.goto('/#/login/login')
      await logIn(page, texts, member)
      await page.getByRole('button', { name: auth.blocked.appeal }).click()
      await page.getByRole('button', { name: members.customerService, exact: true }).click()
      return page.getByRole('dialog', { name: support.blocked.title, exact: true })
    }
    const sheet = await enter()
    const question = `It was me ${Date.now()}`
    await sheet.getByLabel(support.write, { exact: true }).fill(question)
    await sheet.getByRole('button', { name: support.send, exact: true }).click()
    await expect(sheet.getByText(question)).toBeVisible()
    await expectCleanPage(page, 'the matter of a blocked member')
    const operator = await signInOperator(browser, lang, ['support'])
    try {
      await operator.page.goto('/#/support')
      await operator.page.getByRole('button', { name: question }).click(soon)
      const { answer, send } = consoleTexts(lang)
      await operator.page.getByLabel(answer, { exact: true }).fill('Please appeal.')
      await operator.page.getByRole('button', { name: send, exact: true }).click()
      await expect(operator.page.locator('ol').getByText('Please appeal.')).toBeVisible(soon)
    } finally {
      await operator.context.close()
    }
    await page.reload()
    await expect((await enter()).getByText('Please appeal.')).toBeVisible()
  },
)

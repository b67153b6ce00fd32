import { expectFieldError, loginForm, logIn, toast } from './support/fields.ts'
import { restrict } from './support/database.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { endSessions, registerMember } from './support/member.ts'
import { muteFeed } from './support/mute-feed.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'

test.describe('member centre', () => {
  test('shows every figure of the account with NT$ and two decimals', async ({
    page,
    texts,
    open,
    member,
  }) => {
    const { members } = texts
    await open()
    await settle(page)
    const main = page.getByRole('main')
    for (const label of [
      members.total,
      members.available,
      members.held,
      members.profit,
      members.usd,
      members.creditScore,
    ])
      await expect(main.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(main).toContainText(/NT\$\s*10,000,000\.00/)
    await expect(main).toContainText('0.00')
    // Shown beside the name, and in the link to verification.
    await expect(main.getByText(members.verification.unverified)).toHaveCount(2)
    await expect(main.getByText(`${member.account.slice(0, 4)}-***-${member.account.slice(7)}`)).toBeVisible()
    // Paper money is labelled.
    await expect(page.getByText(texts.shell.simulated.money).first()).toBeVisible()
  })

  test(
    'hidden amounts stay hidden after a reload, also from screen readers',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      await open()
      await page.getByRole('button', { name: texts.members.hide }).click()
      await expect(page.getByText('10,000,000.00')).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('button', { name: texts.members.show })).toBeVisible()
      await expect(page.getByText('10,000,000.00')).toHaveCount(0)
      expect(await page.content()).not.toContain('10,000,000')
    },
  )

  test('keeps its scroll position after going back', { tag: proveOnly }, async ({ page, texts, open }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await open()
    await settle(page)
    const language = page.getByRole('link', { name: texts.members.rows.language })
    await language.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(100)
    await language.click()
    await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.language })).toBeVisible()
    await page.getByRole('button', { name: texts.shell.back }).click()
    await expect(page.getByText(texts.members.total)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })

  test(
    'one tap opens customer service',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, open }) => {
      await open()
      await page.getByRole('button', { name: texts.members.customerService }).first().click()
      await expect(page.getByRole('dialog', { name: texts.shell.service.title })).toBeVisible()
      await expectCleanPage(page, 'customer service')
      await page.getByRole('button', { name: texts.shell.close }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    },
  )
})

test.describe('settings', () => {
  test(
    'theme and price colours are stored on the device',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const { setting } = texts.members
      await open('/user/setting')
      await page.getByRole('radio', { name: setting.themes.light }).check({ force: true })
      await page.getByRole('radio', { name: setting.upDowns.west }).check({ force: true })
      const readSettings = () =>
        page.evaluate(() => ({
          theme: document.documentElement.dataset['theme'],
          updown: document.documentElement.dataset['updown'],
          saved: [localStorage.getItem('theme'), localStorage.getItem('updown')],
        }))
      expect(await readSettings()).toEqual({ theme: 'light', updown: 'west', saved: ['light', 'west'] })
      await page.reload()
      await expect(page.getByRole('radio', { name: setting.themes.light })).toBeChecked()
      expect(await readSettings()).toEqual({ theme: 'light', updown: 'west', saved: ['light', 'west'] })
      await page.getByRole('radio', { name: setting.themes.system }).check({ force: true })
      expect((await readSettings()).theme).toBeUndefined()
    },
  )

  test(
    'a chosen theme overrides the system theme',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, open }) => {
      const { setting } = texts.members
      await open('/user/setting')
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      const other = test.info().project.metadata['theme'] === 'dark' ? 'light' : 'dark'
      await page.getByRole('radio', { name: setting.themes[other] }).check({ force: true })
      expect(await ground()).toBe(other)
      await expectCleanPage(page, `settings turned ${other}`)
    },
  )

  test(
    'the member’s invitation code is shown and can be copied',
    { tag: proveOnly },
    async ({ page, texts, open, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await open('/user/setting')
      const answer = await page.waitForResponse('**/members/profile').then((response) => response.json())
      const { invitationCode } = (answer as { data: { invitationCode: string } }).data
      await expect(page.getByText(invitationCode)).toBeVisible()
      await page.getByRole('button', { name: texts.shell.copy.copy }).click()
      await expect(page.getByRole('button', { name: texts.shell.copy.copied })).toBeVisible()
    },
  )

  test(
    'the profile shows account, kind, verification state and member id',
    { tag: proveOnly },
    async ({ page, texts, open, member }) => {
      await open('/user/setting?view=profile')
      const main = page.getByRole('main')
      await expect(main.getByText(member.account)).toBeVisible()
      await expect(main.getByText(texts.members.kinds.member)).toBeVisible()
      await expect(main.getByText(texts.members.verification.unverified)).toBeVisible()
      await expect(main.getByText(member.memberId)).toBeVisible()
    },
  )
})

test.describe('restrictions', () => {
  test(
    'a restriction shows its reason and operators, and allows one appeal',
    { tag: everyAppearance },
    async ({ page, texts, open, member }) => {
      const { members } = texts
      await restrict(member, 'no-withdrawal', 'identity-doubt')
      await open()
      await expect(page.getByText(members.restrictions['no-withdrawal']).first()).toBeVisible()
      await expect(page.getByText(members.reasons['identity-doubt'])).toBeVisible()
      await expectCleanPage(page, 'the member centre of a restricted member')
      await page.getByRole('link', { name: members.restricted.more }).click()
      await expect(page.getByText(/op-101.*op-102/)).toBeVisible()
      await expect(page.getByText(members.capabilities['move-money'])).toBeVisible()
      await expectCleanPage(page, 'a restriction')

      await page.getByRole('button', { name: members.restricted.appeal }).click()
      const sheet = page.getByRole('dialog', { name: members.restricted.appealTitle })
      const statement = sheet.getByRole('textbox', { name: members.restricted.statement })
      const send = sheet.getByRole('button', { name: members.restricted.send })
      await send.click()
      await expect(statement).toHaveAttribute('aria-invalid', 'true')
      await statement.fill('short')
      await send.click()
      await expectFieldError(statement, members.restricted.statementHelp(10, 1000).replace(/1000.*/, ''))
      await expectCleanPage(page, 'an appeal that is too short')
      await statement.fill('My identity card was renewed last week; I can show the new one.')
      await send.click()
      await expect(toast(page, texts)).toContainText(texts.messages['done.appeal-sent'])
      await expect(page.getByText(members.restricted.appealed, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: members.restricted.appeal })).toHaveCount(0)
    },
  )

  test(
    'closing an unsent appeal asks for confirmation and keeps its text',
    { tag: proveOnly },
    async ({ page, texts, open, member }) => {
      await restrict(member, 'no-trading', 'market-conduct')
      const { restricted } = texts.members
      await open('/user/setting?view=restrictions')
      await page.getByRole('button', { name: restricted.appeal }).click()
      await page.getByRole('textbox', { name: restricted.statement }).fill('Half a sentence')
      await page.getByRole('button', { name: texts.shell.close }).click()
      const ask = page.getByRole('dialog', { name: texts.shell.leave.title })
      const asking = ask.or(page.getByRole('alertdialog', { name: texts.shell.leave.title }))
      await asking.getByRole('button', { name: texts.shell.leave.stay }).click()
      await expect(page.getByRole('textbox', { name: restricted.statement })).toHaveValue('Half a sentence')
    },
  )

  test(
    'an unsent appeal is restored after the session ends',
    { tag: proveOnly },
    async ({ page, texts, open, member, playwright }) => {
      await restrict(member, 'no-trading', 'market-conduct')
      const { restricted } = texts.members
      await muteFeed(page)
      await open('/user/setting?view=restrictions')
      await page.getByRole('button', { name: restricted.appeal }).click()
      const written = 'I placed these orders on two days and for two reasons.'
      await page.getByRole('textbox', { name: restricted.statement }).fill(written)
      await endSessions(playwright, member)
      await page.getByRole('button', { name: restricted.send }).click()
      const dialog = page.getByRole('alertdialog', { name: texts.shell.expired.title })
      await dialog.getByRole('button', { name: texts.shell.expired.action }).click()
      await page.getByLabel(texts.auth.login.password, { exact: true }).fill(member.password)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: texts.auth.reLogin.submit }).click()
      await expect(page).toHaveURL(/#\/user\/setting\?view=restrictions$/)
      await page.getByRole('button', { name: restricted.appeal }).click()
      await expect(page.getByRole('textbox', { name: restricted.statement })).toHaveValue(written)
    },
  )

  test('banned and disabled accounts see the reason at login', async ({ page, texts, member, request }) => {
    const other = await registerMember(request)
    await restrict(member, 'login-banned', 'suspected-takeover')
    await restrict(other, 'disabled', 'court-order')
    await page.goto('/#/login/login')
    const { password } = loginForm(page, texts)
    await logIn(page, texts, member)
    await expectFieldError(password, texts.messages['restriction.login-banned'])
    await logIn(page, texts, other)
    await expectFieldError(password, texts.messages['restriction.disabled'])
  })
})

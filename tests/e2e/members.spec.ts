import type { Page } from '@playwright/test'
import { approveByTwo, reviewOf } from './support/both-apps.ts'
import { expectFieldError, expectFine, loginForm, logIn, toast } from './support/fields.ts'
import { restrict } from './support/database.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { endSessions, registerMember, turnTwoStepOn } from './support/member.ts'
import { muteFeed } from './support/mute-feed.ts'
import { signInOperator, withOwner } from './support/operators.ts'
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
      texts.figures.names.available,
      texts.figures.names.held,
      texts.figures.today,
      members.usd,
      members.creditScore,
      members.creditLimit,
      members.borrowable,
      members.borrowed,
    ])
      await expect(main.getByText(label, { exact: true }).first()).toBeVisible()
    await expect(main).toContainText(/NT\$\s*10,000,000\.00/)
    for (const [figure, text] of [
      ['held', '0.00'],
      ['credit', '100,000.00'],
      ['borrowable', '0.00'],
      ['borrowed', '0.00'],
    ] as const)
      await expect(main.locator(`[data-figure="${figure}"]`)).toHaveText(text)
    await expect(main).toContainText('0.00')
    // Shown beside the name, and in the link to verification.
    await expect(main.getByText(members.verification.unverified)).toHaveCount(2)
    await expect(main.getByText(`${member.account.slice(0, 4)}-***-${member.account.slice(7)}`)).toBeVisible()
    await expect(main.getByRole('link', { name: members.exchange, exact: true })).toHaveAttribute(
      'href',
      '#/user/exchange',
    )
    await expect(main.getByRole('link', { name: members.points(100), exact: true })).toHaveAttribute(
      'href',
      '#/user/pj?view=score',
    )
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
    await expect(page.getByText(texts.members.total).first()).toBeVisible()
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
      const groundOf = (tab: Page) =>
        tab.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      const second = await page.context().newPage()
      await second.goto('/#/user/aboutUs')
      const other = test.info().project.metadata['theme'] === 'dark' ? 'light' : 'dark'
      await page.getByRole('radio', { name: setting.themes[other] }).check({ force: true })
      expect(await groundOf(page)).toBe(other)
      await expect.poll(() => groundOf(second), 'in the other tab').toBe(other)
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

  test(
    'banned and disabled accounts see the reason at login',
    { tag: proveOnly },
    async ({ page, texts, member, request }) => {
      const other = await registerMember(request)
      await restrict(member, 'login-banned', 'suspected-takeover')
      await restrict(other, 'disabled', 'court-order')
      await page.goto('/#/login/login')
      const alerts = page.getByRole('main').getByRole('alert')
      for (const [who, msg] of [
        [member, 'restriction.login-banned'],
        [other, 'restriction.disabled'],
      ] as const) {
        await logIn(page, texts, who)
        await expect(alerts.filter({ hasText: texts.messages[msg] })).toBeVisible()
      }
      // The password was right, so its field shows no error.
      await expectFine(loginForm(page, texts).password)
    },
  )

  test(
    'a blocked member reads the reason at login and appeals',
    { tag: [everyAppearance, proveOnly] },
    async ({ page, texts, member }) => {
      const { auth, members, messages } = texts
      const { restricted } = members
      await restrict(member, 'disabled', 'suspected-takeover')
      await page.goto('/#/login/login')
      const way = page.getByRole('button', { name: auth.blocked.appeal })
      await logIn(page, texts, { ...member, password: 'wrong8pass' })
      await expectFieldError(loginForm(page, texts).password, messages['account.wrong-credentials'])
      await expect(way).toHaveCount(0)

      await logIn(page, texts, member)
      await expect(way).toBeVisible()
      await expectCleanPage(page, 'a blocked login')
      await way.click()
      await expect(page.getByText(members.reasons['suspected-takeover'])).toBeVisible()
      await expect(page.getByText(/op-101.*op-102/)).toBeVisible()
      await expectCleanPage(page, 'the restriction of a blocked member')

      await page.getByRole('button', { name: restricted.appeal, exact: true }).click()
      const sheet = page.getByRole('dialog', { name: restricted.appealTitle })
      await sheet.getByLabel(restricted.statement).fill('It was me: I have a new phone since Friday.')
      await expectCleanPage(page, 'the appeal of a blocked member')
      await sheet.getByRole('button', { name: restricted.send }).click()
      await expect(toast(page, texts)).toContainText(messages['done.appeal-sent'])
      await expect(page.getByText(restricted.appealedBlocked)).toBeVisible()
      await expectCleanPage(page, 'a sent appeal of a blocked member')

      // The ticket is only in memory: after a reload the password is needed again.
      await page.reload()
      await expect(page).toHaveURL(/#\/login\/login$/)
      await logIn(page, texts, member)
      await way.click()
      await expect(page.getByText(restricted.appealed, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: restricted.appeal, exact: true })).toHaveCount(0)
    },
  )

  test(
    'an expired ticket asks for the password and keeps the appeal',
    { tag: proveOnly },
    async ({ page, texts, member }) => {
      const { restricted } = texts.members
      await restrict(member, 'login-banned', 'identity-doubt')
      await page.goto('/#/login/login')
      const openSheet = async () => {
        await logIn(page, texts, member)
        await page.getByRole('button', { name: texts.auth.blocked.appeal }).click()
        await page.getByRole('button', { name: restricted.appeal, exact: true }).click()
      }
      await openSheet()
      const written = 'My identity card was renewed last week.'
      await page.getByRole('textbox', { name: restricted.statement }).fill(written)
      // The server refuses a ticket of the past as it refuses any other that is not valid now.
      await page.route(
        '**/members/appealBlock',
        (route) =>
          route.continue({
            postData: JSON.stringify({ ...(route.request().postDataJSON() as object), ticket: 'past' }),
          }),
        { times: 1 },
      )
      await page.getByRole('button', { name: restricted.send }).click()
      await expect(toast(page, texts)).toContainText(texts.messages['auth.challenge-expired'])
      await expect(page).toHaveURL(/#\/login\/login$/)
      await openSheet()
      await expect(page.getByRole('textbox', { name: restricted.statement })).toHaveValue(written)
    },
  )

  test(
    'a member blocked while logged in is led to the appeal',
    { tag: proveOnly },
    async ({ page, texts, open, member }) => {
      await open()
      await expect(page.getByText(texts.members.total).first()).toBeVisible()
      await restrict(member, 'login-banned', 'suspected-takeover')
      await page.reload()
      const dialog = page.getByRole('alertdialog', { name: texts.shell.expired.title })
      await dialog.getByRole('button', { name: texts.shell.expired.action }).click()
      await page.getByLabel(texts.auth.login.password, { exact: true }).fill(member.password)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: texts.auth.reLogin.submit }).click()
      await page.getByRole('button', { name: texts.auth.blocked.appeal }).click()
      await expect(page.getByText(texts.members.reasons['suspected-takeover'])).toBeVisible()
    },
  )

  test(
    'an approved appeal lets a blocked member log in',
    { tag: proveOnly },
    async ({ page, texts, member, browser, context }) => {
      const { restricted } = texts.members
      const { codes } = await turnTwoStepOn(context, member)
      await restrict(member, 'login-banned', 'suspected-takeover')
      const logInByCode = async () => {
        await page.goto('/#/login/login')
        await logIn(page, texts, member)
        const code = page.getByRole('textbox', { name: texts.auth.second.code.label })
        await code.fill(await codes.next())
      }
      await logInByCode()
      await page.getByRole('button', { name: texts.auth.blocked.appeal }).click()
      await page.getByRole('button', { name: restricted.appeal, exact: true }).click()
      await page.getByRole('textbox', { name: restricted.statement }).fill('It was me, on a new phone.')
      await page.getByRole('button', { name: restricted.send }).click()
      await expect(page.getByText(restricted.appealedBlocked)).toBeVisible()
      const operators = [
        await signInOperator(browser, 'tw', ['approver'], { name: '吳三看', appearance: {} }),
        await signInOperator(browser, 'en', ['approver'], { name: '鄭四看', appearance: { theme: 'dark' } }),
      ] as const
      const review = await reviewOf('appeal', member.memberId)
      await approveByTwo(operators, review)
      for (const operator of operators) await operator.context.close()
      await expect
        .poll(() =>
          withOwner((db) => db.query('SELECT outcome FROM app.reviews WHERE id = $1', [review.reviewId])),
        )
        .toEqual([{ outcome: 'passed' }])
      await logInByCode()
      await expect(page.getByText(texts.members.total).first()).toBeVisible()
    },
  )
})

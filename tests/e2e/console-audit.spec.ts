// The audit explorer with its verification, the status page, and sign-in by passkey.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test as base } from '@playwright/test'
import { texts as accountEn } from '../../apps/console/src/features/operators/account/texts/en.ts'
import { texts as accountTw } from '../../apps/console/src/features/operators/account/texts/tw.ts'
import { texts as auditEn } from '../../apps/console/src/features/audit/texts/en.ts'
import { texts as auditTw } from '../../apps/console/src/features/audit/texts/tw.ts'
import { texts as statusEn } from '../../apps/console/src/features/status/texts/en.ts'
import { texts as statusTw } from '../../apps/console/src/features/status/texts/tw.ts'
import { texts as shellEn } from '../../apps/console/src/shell/texts/en.ts'
import { texts as shellTw } from '../../apps/console/src/shell/texts/tw.ts'
import { type Lang, oneConsole, proveOnly } from './projects.ts'
import {
  demoOperators,
  expectCleanConsole,
  givePassword,
  signInAgain,
  signInOperator,
  signInTexts,
  withOwner,
} from './support/operators.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

const test = base.extend<{ lang: Lang }>({
  lang: async ({}, use, { project }) => use(project.metadata['lang'] as Lang),
})

test('an auditor verifies the audit trail and sees a lost process', async ({ browser, lang }) => {
  // Axe runs on three pages, and the chain is recomputed.
  const audit = lang === 'tw' ? auditTw : auditEn
  const status = lang === 'tw' ? statusTw : statusEn
  const seated = await signInOperator(browser, lang, ['auditor'], { name: '鄭雅文' })
  const { page } = seated
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
  })

  await page.goto('/#/audit')
  const rows = page.getByRole('table', { name: audit.table.label }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  const pane = page.getByRole('complementary')
  await expect(pane.getByText(audit.pane.matches)).toBeVisible()
  await expectCleanConsole(page, 'audit')
  await page.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)

  // The browser verifies the whole chain, with its signatures.
  await page.getByRole('button', { name: audit.chain.start }).click()
  const whole = new RegExp(audit.chain.whole('[\\d,]+'))
  await expect(page.getByText(whole)).toBeVisible()
  await expect(page.getByText(/[1-9]\d* (個簽章相符|signatures match)/)).toBeVisible()

  // The operator's own actions: viewing the trail and verifying it.
  await page.getByLabel(audit.filters.who).selectOption({ value: seated.operatorId })
  // The list changes only on reload, and shows a row after the chainer has linked it.
  await expect(async () => {
    await page.getByRole('button', { name: audit.filters.again }).click()
    await expect(rows.getByText('audit.chain-verified').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(rows.getByText('audit.viewed').first()).toBeVisible()
  for (const name of await rows.locator('td:nth-child(3)').allInnerTexts()) expect(name).toContain('鄭雅文')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: audit.export }).click()
  const file = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as {
    readonly checkpoint: { readonly signature: string }
    readonly entries: readonly { readonly previous: string; readonly hash: string }[]
  }
  expect(file.checkpoint.signature).toMatch(/^[A-Za-z0-9+/]{80,}=*$/)
  expect(file.entries.length).toBeGreaterThan(1)
  await page.getByRole('textbox', { name: audit.filters.member }).fill('0900000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(audit.filters.memberNone)).toBeVisible()

  await page.getByRole('tab', { name: audit.tabs.trail }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: audit.tabs.pairs })).toBeFocused()
  await expect(page.getByRole('heading', { name: audit.pairs.title })).toBeVisible()
  await expectCleanConsole(page, 'pairs')

  await page.goto('/#/system')
  const process = (name: string) => page.locator(`tr[data-process="${name}"]`)
  for (const name of ['api', 'console', 'console-app', 'worker', 'quotes', 'live', 'exchange', 'practice']) {
    await expect(process(name), name).toHaveAttribute('data-state', /^(well|slow)$/)
  }
  const level = page.getByRole('row', { name: status.levels.names['books-agree']('') })
  await expect(level.getByRole('cell')).toHaveText(['100%', '100%', '100%'])
  const ghost = randomUUID()
  await withOwner((db) =>
    db.query(
      `INSERT INTO status.heartbeats (instance, process, host, pid, version, started_at, heartbeat_at, clock_ms, figures)
       VALUES ($1, 'live', 'a test machine', 1, '0.0.1', now() - interval '1 hour', now() - interval '20 seconds', 0, '{}')`,
      [ghost],
    ),
  )
  try {
    // The page refreshes only while the operator is active, so move the mouse.
    await page.mouse.move(200, 300)
    await expect(process('live')).toHaveAttribute('data-state', 'lost')
    await expect(process('live')).toContainText(status.states.lost)
    await expectCleanConsole(page, 'system with a lost process')
  } finally {
    await withOwner((db) => db.query('DELETE FROM status.heartbeats WHERE instance = $1', [ghost]))
  }
  expect(seen, 'the browser complains').toEqual([])
  await seated.context.close()
})

test(
  `a passkey can be added, used to sign in and removed ${oneConsole}`,
  { tag: proveOnly },
  async ({ browser, lang }) => {
    const account = lang === 'tw' ? accountTw : accountEn
    const shell = lang === 'tw' ? shellTw : shellEn
    const signIn = signInTexts(lang)
    const seated = await signInOperator(browser, lang, ['reviewer'], { name: '王柏鈞' })
    const [demo] = demoOperators()
    // The operator belongs to this test alone and takes the password of a demo operator: enrolling would use up an
    // authenticator code.
    await withOwner((db) =>
      db.query(
        `UPDATE app.operators o SET password_hash = d.password_hash, pepper_key = d.pepper_key, enrolled_at = now()
       FROM app.operators d WHERE o.id = $1 AND d.login = $2`,
        [seated.operatorId, demo!.login],
      ),
    )
    const { page } = seated
    const key = await addAuthenticator(page)
    await page.getByRole('button', { name: shell.operator.card }).click()
    await page.getByRole('link', { name: shell.operator.account }).click()
    await expect(page.getByText(account.none)).toBeVisible()
    await expectCleanConsole(page, 'account')
    await page.getByRole('button', { name: account.add }).click()
    const popup = page.getByRole('dialog', { name: account.addTitle })
    await popup.getByLabel(account.name).fill('Laptop')
    await popup.getByLabel(account.password, { exact: true }).fill('not the password')
    await popup.getByRole('button', { name: account.next }).click()
    await expect(popup.getByLabel(account.password, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await popup.getByLabel(account.password, { exact: true }).fill(demo!.password)
    await popup.getByRole('button', { name: account.next }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
    expect(await key.credentials()).toHaveLength(1)

    await page.getByRole('button', { name: shell.operator.card }).click()
    await page.getByRole('button', { name: shell.operator.signOut }).click()
    await givePassword(page, lang, seated.login, demo!.password)
    const button = page.getByRole('button', { name: signIn.second.usePasskey })
    await expect(button).toBeVisible()
    await expectCleanConsole(page, 'second step with a passkey')
    await button.click()
    await expect(page.getByRole('navigation')).toBeVisible()
    // The arrow keys move through the tabs of the queue.
    await page.goto('/#/queue')
    const tabs = page.getByRole('tab')
    await tabs.first().press('ArrowRight')
    await expect(tabs.nth(1)).toBeFocused()
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')

    await page.goto('/#/account')
    const other = await signInAgain(browser, seated)
    await page.reload()
    const sessions = page.getByRole('region', { name: account.sessions.title })
    await expect(sessions.getByText(account.sessions.current)).toHaveCount(1)
    await sessions.getByRole('button', { name: account.sessions.end }).click()
    await expect(sessions.getByRole('button')).toHaveCount(0)
    await other.goto('/#/members')
    await expect(other.getByLabel(signInTexts(lang).password.login)).toBeVisible()
    await other.context().close()
    await page.getByRole('button', { name: `${account.remove} Laptop` }).click()
    const asked = page.getByRole('dialog', { name: account.removeTitle('Laptop') })
    await asked.getByLabel(account.password, { exact: true }).fill(demo!.password)
    await asked.getByRole('button', { name: account.remove }).click()
    await expect(page.getByText(account.none)).toBeVisible()
    await seated.context.close()
  },
)

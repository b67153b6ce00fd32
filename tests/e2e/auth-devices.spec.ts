import { logIn, toast } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { muteFeed } from './support/mute-feed.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'

test.describe('devices', () => {
  test(
    'a device signed out remotely gets 401 within a second',
    { tag: everyAppearance },
    async ({ page, texts, open, member, newPhone }) => {
      const { devices } = texts.security
      const lost = await newPhone()
      await muteFeed(lost)
      await lost.goto('/#/login/login')
      await logIn(lost, texts, member)
      await expect(lost.getByText(texts.members.total).first()).toBeVisible()
      await lost.goto('/#/user/usercenter')
      await expect(lost.getByRole('button', { name: texts.members.ledger })).toBeVisible()

      await open('/user/setting?view=devices')
      await expect(page.getByRole('heading', { name: devices.here })).toBeVisible()
      const signOut = page.getByRole('main').getByRole('button', { name: devices.signOut }).first()
      await signOut.click()
      const dialog = page.getByRole('alertdialog', { name: devices.askOne })
      await expectCleanPage(page, 'asking before a device is signed out')
      const answered = page.waitForResponse('**/auth/revokeSession')
      await dialog.getByRole('button', { name: devices.signOut }).click()
      await answered
      const revokedAt = Date.now()
      const refused = lost.waitForResponse((response) => response.status() === 401)
      await lost.getByRole('button', { name: texts.members.ledger }).click()
      await refused
      expect(Date.now() - revokedAt).toBeLessThan(1_000)
      await expect(lost.getByRole('alertdialog', { name: texts.shell.expired.title })).toBeVisible()
      await expect(page.getByText(devices.noOthers)).toBeVisible()
      await expect(lost).toHaveURL(/#\/login\/reLogin$/)
    },
  )

  test(
    'revoking a device sends its live client to the login page',
    { tag: proveOnly },
    async ({ page, texts, open, member, newPhone }) => {
      const { devices } = texts.security
      const lost = await newPhone()
      await lost.goto('/#/login/login')
      await logIn(lost, texts, member)
      await expect(lost).toHaveURL(/#\/home\/index$/)
      await open('/user/setting?view=devices')
      await page.getByRole('main').getByRole('button', { name: devices.signOut }).first().click()
      const dialog = page.getByRole('alertdialog', { name: devices.askOne })
      await dialog.getByRole('button', { name: devices.signOut }).click()
      await expect(lost).toHaveURL(/#\/login\/reLogin$/)
    },
  )

  test(
    'all other devices are signed out at once',
    { tag: proveOnly },
    async ({ page, texts, open, member, newPhone }) => {
      const { devices } = texts.security
      for (let count = 0; count < 2; count += 1) {
        const phone = await newPhone()
        await phone.goto('/#/login/login')
        await logIn(phone, texts, member)
        await expect(phone.getByText(texts.members.total).first()).toBeVisible()
      }
      await open('/user/setting?view=devices')
      await page.getByRole('button', { name: devices.signOutAll(2) }).click()
      const dialog = page.getByRole('alertdialog', { name: devices.askAll })
      await dialog.getByRole('button', { name: devices.signOut }).click()
      await expect(toast(page, texts)).toContainText(devices.revoked(2))
      await expect(page.getByText(devices.noOthers)).toBeVisible()
    },
  )

  test(
    'the sign-in history shows accepted and refused attempts',
    { tag: proveOnly },
    async ({ page, texts, open, member, newPhone }) => {
      const { outcomes } = texts.security.signIns
      const stranger = await newPhone()
      await stranger.goto('/#/login/login')
      await logIn(stranger, texts, { account: member.account, password: 'not9thepassword' })
      await expect(stranger.getByText(texts.messages['account.wrong-credentials']).first()).toBeVisible()
      await open('/user/setting?view=sign-ins')
      await settle(page)
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows.first()).toContainText(outcomes['signed-in'])
      await expect(rows.nth(1)).toContainText(outcomes['wrong-password'])
      await page.goto('/#/user/setting?view=devices')
      await expect(page.getByText(texts.security.devices.blockedText)).toBeVisible()
      await expectCleanPage(page, 'devices with a stopped sign-in')
    },
  )
})

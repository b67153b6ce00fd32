import { describeNotice } from '../../packages/rules/src/notices/index.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { hold } from './support/hold.ts'
import { notify, publish } from './support/notices.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'
import { apiOf } from './support/trading.ts'

const call = { ratio: 12_820, amount: '620000', deadline: '2026-03-16T05:30:00.000Z' }
const deposit = { amount: '5000000' }
const dayMs = 86_400_000
const FILLED = { tw: '1504', en: '2377' }

test(
  'opening a notice marks it read and lowers the unread count',
  { tag: everyAppearance },
  async ({ page, texts, lang, member, open }) => {
    const { notices, shell } = texts
    await notify(member, 'deposit.passed', deposit, new Date(Date.now() - 2 * dayMs))
    await notify(member, 'security.two-step-on', {}, new Date(Date.now() - 2_000))
    await notify(member, 'margin.called', call)
    await open()
    await page.getByRole('button', { name: notices.bellUnread(3) }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.notices })).toBeVisible()
    await expect(page.getByRole('heading', { name: notices.today })).toBeVisible()
    const called = describeNotice('margin.called', call)
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    const unread = rows.filter({ hasText: notices.unread })
    await expect(unread).toHaveCount(3)
    await expect(rows.first()).toContainText(called.summary[lang])
    await settle(page)
    await expectCleanPage(page, 'notices')

    await page.getByRole('tab', { name: notices.tabs.funds }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('NT$50,000.00')
    await page.getByRole('tab', { name: notices.tabs.all }).click()
    await expect(unread).toHaveCount(3)

    await rows.first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.notice })).toBeVisible()
    await expect(page.getByRole('heading', { name: called.title[lang] })).toBeVisible()
    await expectCleanPage(page, 'one notice')
    await page.getByRole('button', { name: shell.back }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.notices })).toBeVisible()
    await expect(page.getByRole('tab', { name: notices.tabs.all })).toContainText('2')
    await page.getByRole('button', { name: notices.readAll }).click()
    await expect(page.getByRole('button', { name: notices.readAll })).toBeDisabled()
    await expect(page.getByText(notices.unread, { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: shell.back }).click()
    await expect(page.getByRole('button', { name: notices.bell, exact: true })).toBeVisible()
  },
)

test(
  'a fill stays as a notice that leads to its order',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, texts, lang, open }) => {
    const { notices } = texts
    const api = apiOf(page, await open('/user/language'))
    const held = await hold(api, { symbol: FILLED[lang], lots: 2 })
    await page.goto('/?fill#/home/notice?tab=trading')
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(rows).not.toHaveCount(0)
    const bought = { tw: '買進', en: 'bought' }[lang]
    await expect(rows.first()).toContainText(bought)
    await page.getByRole('button', { name: notices.topics.alerts, exact: true }).click()
    await expect(page.getByText(notices.none.alerts)).toBeVisible()
    await page.getByRole('button', { name: notices.topics.fills, exact: true }).click()
    await settle(page)
    await expectCleanPage(page, 'trading notices')
    await rows.first().getByRole('link').click()
    await expect(page.getByRole('heading', { name: new RegExp(bought) })).toBeVisible()
    await page.getByRole('link', { name: notices.open }).click()
    await expect(page).toHaveURL(new RegExp(`order=${held.positionId}`))
  },
)

test('a new notice appears in the open list', { tag: proveOnly }, async ({ page, texts, member, open }) => {
  const { notices } = texts
  await open('/home/notice?tab=trading')
  await expect(page.getByText(notices.none.trading)).toBeVisible()
  await notify(member, 'day-trading.passed')
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('tab', { name: notices.tabs.all })).toContainText('1')
})

test(
  'a guest can read a public notice with headings and tables',
  { tag: proveOnly },
  async ({ page, texts, lang }) => {
    const { shell } = texts
    const title = { tw: '三月交易時段與休市日', en: 'Hours and closures in March' }
    const body = '03/27 <b>休市</b>\n\n## 交易時段\n盤前試撮 | 08:30 – 09:00\n盤中 | 09:00 – 13:25'
    const notice = {
      title,
      summary: { tw: '平台公告', en: 'Platform notice' },
      body: { tw: body, en: body },
    }
    // Older than a week, it is not on the home screen.
    const old = { tw: '二月休市日', en: 'Closures in February' }
    await publish({ ...notice, title: old }, 8)
    await publish(notice, 3)
    await page.goto('/#/home/index')
    await expect(page.getByRole('main').getByRole('link', { name: title[lang] })).toBeVisible()
    await expect(page.getByText(old[lang])).toHaveCount(0)
    await page.getByRole('button', { name: texts.notices.bell, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.notices })).toBeVisible()
    await page.getByRole('link', { name: title[lang] }).first().click()
    await expect(page.getByRole('heading', { name: title[lang] })).toBeVisible()
    await expect(page.getByRole('heading', { name: '交易時段', exact: true })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByText('03/27 <b>休市</b>')).toBeVisible()
    await expectCleanPage(page, 'a notice to all members')
  },
)

test('an unknown notice shows an error', { tag: proveOnly }, async ({ page, texts, open }) => {
  await open('/home/noticeDetail?id=00000000-0000-7000-8000-000000000000')
  await expect(page.getByText(texts.shell.readFailed.title)).toBeVisible()
})

test.describe('push', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the service worker shows a pushed notice and opens its page', async ({
    page,
    texts,
    member,
    open,
    context,
  }) => {
    await notify(member, 'day-trading.passed')
    await open()
    await settle(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const [worker] = context.serviceWorkers()
    // The headless browser has no push service and no notifications, and ignores waitUntil on scripted events. These
    // three are replaced; the worker's own code runs. Passed as text, because this side has no service worker types.
    const data = { noticeId: 'n-1', title: 'A title', text: 'A text', path: '/home/notice?tab=trading' }
    const shown = await worker!.evaluate<{ title: string; options: object }>(`new Promise((shown) => {
      registration.showNotification = async (title, options) => shown({ title, options })
      const pushed = new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(data))} })
      pushed.waitUntil = () => {}
      dispatchEvent(pushed)
    })`)
    expect(shown).toMatchObject({
      title: 'A title',
      options: { body: 'A text', tag: 'n-1', data: data.path },
    })
    await worker!.evaluate(`{
      const pressed = new Event('notificationclick')
      pressed.notification = { data: ${JSON.stringify(data.path)}, close() {} }
      pressed.waitUntil = (work) => work.catch(() => {})
      dispatchEvent(pressed)
    }`)
    await expect(page.getByRole('heading', { level: 1, name: texts.shell.titles.notices })).toBeVisible()
    await expect(page.getByRole('tab', { name: texts.notices.tabs.trading })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test(
    'app notices cannot be turned off, and browser notices start off',
    { tag: proveOnly },
    async ({ page, texts, open }) => {
      const { push, pushTo } = texts.notices
      await open('/user/setting')
      await page.getByRole('link', { name: texts.members.setting.notifications }).click()
      await expect(
        page.getByRole('heading', { level: 1, name: texts.shell.titles.notifications }),
      ).toBeVisible()
      await expect(page.getByRole('switch', { name: push.app })).toBeDisabled()
      await expect(page.getByRole('switch', { name: pushTo.browser.title })).not.toBeChecked()
      await expectCleanPage(page, 'notification settings')
    },
  )
})

// The kit's visible behaviour, on the page that shows every component (`/gallery`, built with VITE_GALLERY=1).

import type { Page } from '@playwright/test'
import { expectFieldError, expectFine } from './support/fields.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { everyAppearance, expect, test, proveOnly } from './support/test.ts'

const openGallery = async (page: Page) => {
  await page.goto('/#/gallery')
  await settle(page)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const messages = (page: Page) => page.getByRole('status', { name: /訊息|Messages?/i })

test.describe('the gallery', () => {
  test(
    'shows no component with an accessibility or layout fault',
    { tag: everyAppearance },
    async ({ page }) => {
      test.slow()
      await openGallery(page)
      await expectCleanPage(page, 'the gallery')
      await press(page, '檢查這張表')
      await expectCleanPage(page, 'the gallery with errors')
    },
  )
})

test.describe('a form field', () => {
  const fields = (page: Page) => ({
    account: page.getByLabel('帳號', { exact: true }),
    password: page.getByLabel('登入密碼', { exact: true }),
    again: page.getByLabel('再輸入一次密碼', { exact: true }),
    amount: page.getByLabel('金額', { exact: true }),
    note: page.getByLabel('說明', { exact: true }),
  })

  test(
    'required: submitting marks each missing field and focuses the first',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const { account, again, amount } = fields(page)
      await press(page, '檢查這張表')
      await expectFieldError(account, '這一欄必填。')
      await expectFieldError(again, '這一欄必填。')
      await expectFieldError(amount, '請輸入金額。')
      await expect(account).toBeFocused()
    },
  )

  test(
    'pattern on blur: the error shows on blur and goes when corrected',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const { account } = fields(page)
      await account.pressSequentially('0912')
      await expectFine(account)
      await account.blur()
      await expectFieldError(account, '帳號是十位數的手機號碼。')
      await account.pressSequentially('345678')
      await expectFine(account)
    },
  )

  test('rule on change: the error shows while typing', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const { password } = fields(page)
    await password.pressSequentially(' ')
    await expectFieldError(password, '密碼不能有空白。')
    await password.press('Backspace')
    await expectFine(password)
  })

  test(
    'custom validator: correcting the other field removes the error',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const { password, again } = fields(page)
      await again.fill('paper2026lol')
      await again.blur()
      await expectFieldError(again, '兩次輸入的密碼不一致。')
      await password.fill('paper2026lol')
      await expectFine(again)
    },
  )

  test(
    'digit filter, number filter and maxlength apply to pasted text',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const { account, amount, note } = fields(page)
      await account.fill('(0912) 345-678-999')
      await expect(account).toHaveValue('0912345678')
      await amount.fill('NT$1,234.5.6789')
      await expect(amount).toHaveValue('1234.5678')
      await note.fill('一二三四五六七八九十一二三四五六七八九十一')
      await expect(note).toHaveValue('一二三四五六七八九十一二三四五六七八九十')
    },
  )

  test('input is filtered after composition ends, not during it', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const { account } = fields(page)
    await account.focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'ㄅㄚ', selectionStart: 2, selectionEnd: 2 })
    await expect(account).toHaveValue('ㄅㄚ')
    await devtools.send('Input.insertText', { text: '八8' })
    await expect(account).toHaveValue('8')
  })

  test(
    'a server error stays beside the field until the value changes',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const { account } = fields(page)
      await account.fill('0912345678')
      await press(page, '伺服器說帳號有錯')
      await expectFieldError(account, '這個帳號已經註冊過，請直接登入。')
      await expect(account).toBeFocused()
      await account.press('Backspace')
      await account.pressSequentially('9')
      await expectFine(account)
    },
  )
})

test.describe('the code input', () => {
  test('takes a pasted code and ignores other characters', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const code = page.getByLabel('驗證碼', { exact: true })
    await code.fill('')
    await code.fill('12 34-56 7')
    await expect(code).toHaveValue('123456')
  })

  test('accepts digits and deletions from the keypad', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    await press(page, '打開數字鍵盤')
    const pin = page.getByLabel('資金密碼', { exact: true })
    const pad = page.getByRole('group', { name: '數字鍵盤' })
    await pad.getByRole('button', { name: '刪除一位' }).click()
    await pad.getByRole('button', { name: '9' }).click()
    await expect(pin).toHaveValue('1239')
    for (const digit of ['0', '1', '2']) await pad.getByRole('button', { name: digit, exact: true }).click()
    await expect(pin).toHaveValue('123901')
  })
})

const steppers = (page: Page) => page.getByRole('region', { name: '步進器與分段' })

test.describe('controls', () => {
  test('a running button is busy and disabled and keeps focus', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const button = page.getByRole('button', { name: '慢慢送出' })
    await button.click()
    const running = page.getByRole('button', { name: '送出中' })
    await expect(running).toHaveAttribute('aria-busy', 'true')
    await expect(running).toHaveAttribute('aria-disabled', 'true')
    await expect(running).toBeFocused()
    await expect(button).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
  })

  test('a disabled button shows the reason', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const button = page.getByRole('button', { name: '建立帳戶' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('還需要：一致的密碼、邀請碼')
  })

  test('arrow keys move the choice between segments', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const group = steppers(page).getByRole('radiogroup', { name: '方向' })
    await group.getByRole('radio', { name: '做多' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(group.getByRole('radio', { name: '做空' })).toBeChecked()
  })

  test(
    'tabs follow arrow keys and a swipe; hidden panels are inert',
    { tag: proveOnly },
    async ({ page }) => {
      await openGallery(page)
      const tab = (name: string) => page.getByRole('tab', { name })
      await tab('持有中').focus()
      await page.keyboard.press('ArrowRight')
      await expect(tab('委託中')).toHaveAttribute('aria-selected', 'true')
      await expect(tab('委託中')).toBeFocused()
      await expect(page.getByRole('tabpanel', { name: '委託中' })).toBeInViewport()
      const row = page.getByRole('tabpanel', { name: '委託中' }).locator('..')
      await row.dispatchEvent('pointerdown')
      await row.evaluate((panels) => panels.scrollTo({ left: panels.clientWidth * 2, behavior: 'instant' }))
      await expect(tab('已結束')).toHaveAttribute('aria-selected', 'true')
      await expect(row.locator('[role=tabpanel]').first()).toHaveAttribute('inert')
    },
  )

  test('a stepper stops at its bounds and repeats while held', { tag: proveOnly }, async ({ page }) => {
    await openGallery(page)
    const lots = steppers(page).getByRole('textbox', { name: '張數' })
    const less = steppers(page).getByRole('button', { name: '減一張' })
    const more = steppers(page).getByRole('button', { name: '加一張' })
    await less.click()
    await expect(lots).toHaveValue('1')
    await expect(less).toBeDisabled()
    await lots.fill('99')
    await lots.blur()
    await expect(lots).toHaveValue('20')
    await expect(more).toBeDisabled()
    await lots.fill('1')
    await lots.blur()
    await more.dispatchEvent('pointerdown')
    await expect.poll(async () => Number(await lots.inputValue())).toBeGreaterThan(3)
    await more.dispatchEvent('pointerup')
  })
})

test.describe('a dialog', () => {
  test('takes the focus, closes by Esc and returns the focus', async ({ page }) => {
    await openGallery(page)
    const opener = page.getByRole('button', { name: '打開對話框' })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: '登入已逾時' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test.describe('a sheet', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: '送出前再看一次' })
  const open = async (page: Page) => {
    await openGallery(page)
    await press(page, '打開底部面板')
    await expect(sheet(page)).toBeVisible()
  }

  test('closes by its button, by Esc and by the scrim', async ({ page }) => {
    await open(page)
    await sheet(page).getByRole('button', { name: '關閉' }).click()
    await expect(sheet(page)).toBeHidden()
    await press(page, '打開底部面板')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await press(page, '打開底部面板')
    await page.mouse.click(100, 20)
    await expect(sheet(page)).toBeHidden()
  })

  test('closes when dragged far down and returns otherwise', { tag: proveOnly }, async ({ page }) => {
    await open(page)
    const box = await sheet(page).boundingBox()
    if (box === null) throw new Error('the sheet has no box')
    const x = box.x + box.width / 2
    const y = box.y + 20
    const draw = async (by: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + by, { steps: 4 })
      await page.mouse.up()
    }
    await draw(box.height * 0.1)
    await expect(sheet(page)).toBeVisible()
    await draw(box.height * 0.6)
    await expect(sheet(page)).toBeHidden()
  })

  test('asks before discarding typed input', { tag: proveOnly }, async ({ page }) => {
    await open(page)
    await sheet(page).getByLabel('金額').fill('100')
    await page.keyboard.press('Escape')
    const ask = page.getByRole('alertdialog', { name: '要離開嗎？' })
    await ask.getByRole('button', { name: '留下' }).click()
    await expect(sheet(page).getByLabel('金額')).toHaveValue('100')
    await sheet(page).getByRole('button', { name: '關閉' }).click()
    await ask.getByRole('button', { name: '離開' }).click()
    await expect(sheet(page)).toBeHidden()
  })

  test('shows a new message above itself', { tag: proveOnly }, async ({ page }) => {
    await open(page)
    await sheet(page).getByRole('button', { name: '送出' }).click()
    await expect(messages(page)).toContainText('面板裡的訊息')
    await expect(sheet(page).getByRole('status').last()).toContainText('面板裡的訊息')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(messages(page)).toContainText('面板裡的訊息')
  })
})

test.describe('a message', () => {
  test('closes after 3000 ms', { tag: proveOnly }, async ({ page }) => {
    await page.clock.install()
    await openGallery(page)
    // From here on only the test moves the clock, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000)
    await press(page, '三秒訊息')
    await expect(messages(page)).toContainText('已儲存')
    await page.clock.runFor(2900)
    await expect(messages(page)).toContainText('已儲存')
    await page.clock.runFor(200)
    await expect(page.getByText('已儲存')).toBeHidden()
  })

  test(
    'with an action stays until used and replaces the earlier one',
    { tag: proveOnly },
    async ({ page }) => {
      await page.clock.install()
      await openGallery(page)
      await press(page, '三秒訊息')
      await press(page, '有動作的訊息')
      await expect(messages(page)).not.toContainText('已儲存')
      await page.clock.runFor(60_000)
      await messages(page).getByRole('button', { name: '重試' }).click()
      await expect(messages(page)).toContainText('已送出')
    },
  )
})

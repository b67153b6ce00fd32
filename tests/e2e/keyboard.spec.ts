// Every screen with the keyboard alone: each control is reached by Tab in document order, has a name and a role, shows its
// focus and lets it go; Escape closes a layer and returns the focus.

import type { Page } from '@playwright/test'
import { readRouteTable } from '../../scripts/check/route-table.ts'
import { walkProblems } from './support/keyboard-walk.ts'
import { settle } from './support/layout-checks.ts'
import { expect, proveOnly, test } from './support/test.ts'

const routes = readRouteTable(process.cwd())
/** Other specs cover the login pages that need a pending or blocked sign-in or a remembered account. */
const elsewhere = ['/login/logon2', '/login/reLogin', '/login/login?view=restrictions', '/gallery']
const addresses = routes.filter(({ address }) => !elsewhere.includes(address))
const guestAddresses = addresses.filter(({ access }) => access !== 'member').map(({ address }) => address)
const memberAddresses = addresses.filter(({ access }) => access === 'member').map(({ address }) => address)

const walk = async (page: Page, list: readonly string[]) => {
  test.setTimeout(60_000 + list.length * 10_000)
  const problems: Record<string, string[]> = {}
  for (const [at, address] of list.entries()) {
    await page.goto(`/?walk=${at}#${address}`)
    await settle(page)
    const found = await walkProblems(page)
    if (found.length > 0) problems[address] = found
  }
  expect(problems).toEqual({})
}

test('the keyboard reaches every control of a few screens', async ({ page, open }) => {
  await open('/user/language')
  await walk(page, [
    '/user/setting',
    '/user/usercenter',
    '/user/aboutUs?view=help',
    '/user/aboutUs?view=help&page=odd-lots',
    '/home/search?q=%E9%9B%B6%E8%82%A1',
    '/user/FundingDetails',
  ])
})

test('the keyboard reaches every control as a guest', { tag: proveOnly }, async ({ page }) => {
  await walk(page, guestAddresses)
})

test('the keyboard reaches every control as a member', { tag: proveOnly }, async ({ page, open }) => {
  await open('/user/language')
  await walk(page, memberAddresses)
})

test('a sheet keeps the focus and Escape returns it', async ({ page, texts }) => {
  await page.goto('/#/user/aboutUs')
  await settle(page)
  const opener = page.getByRole('button', { name: texts.site.about.licences })
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: texts.site.about.licencesTitle })
  await expect(sheet).toBeVisible()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    // Between the last and the first control the browser itself has the focus.
    const isOutside = await page.evaluate(() => {
      const active = document.activeElement
      return active !== null && active !== document.body && active.closest('dialog') === null
    })
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the walk finds planted faults', async ({ page }) => {
  await page.goto('/#/user/aboutUs')
  await settle(page)
  expect(await walkProblems(page)).toEqual([])
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const plant = (change: (button: HTMLButtonElement) => void) => {
      const button = document.createElement('button')
      button.textContent = 'planted'
      change(button)
      main?.prepend(button)
    }
    // Each is planted above the one before; the walk ends at a trap.
    plant((button) => {
      button.addEventListener('keydown', (event) => event.preventDefault())
    })
    plant((button) => {
      for (const name of ['outline', 'box-shadow']) button.style.setProperty(name, 'none', 'important')
    })
    plant((button) => {
      button.textContent = ''
    })
  })
  const problems = (await walkProblems(page)).join('\n')
  for (const pattern of [/focus not visible/, /no name or role: button/, /trapped/])
    expect(problems).toMatch(pattern)
})

// The page that shows every part of the kit in every state. It exists in development and in this build only.

import { expectGoodLook } from './support/looks.ts'
import { everyLook, expect, test } from './support/test.ts'

test('every part in every state has no fault', { tag: everyLook }, async ({ page }) => {
  test.slow()
  await page.goto('/#/parts')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectGoodLook(page, 'the parts')
})

// A picture as the phone uploads it: a file that is no picture is refused at its field, and another can be chosen.

import { picture } from '../flows/support/pictures.ts'
import { expect, test } from './support/test.ts'

test('an upload that is no picture is refused and can be replaced', async ({ page, texts, open }) => {
  const { form, fields, photos } = texts.identity
  await open('/user/bandCard')
  await page.getByLabel(fields.name, { exact: true }).fill('林書安')
  await page.getByLabel(form.number['national-id'], { exact: true }).fill('A123456789')
  await page.getByLabel(form.birthDate, { exact: true }).fill('19900517')
  await page.getByRole('button', { name: form.next }).click()
  const front = page.getByLabel(photos.take.front, { exact: true }).and(page.locator('input[type=file]'))
  const file = { name: 'x.jpg', mimeType: 'image/jpeg' }
  await front.setInputFiles({ ...file, buffer: Buffer.from('<?php system("id"); ?>') })
  await expect(page.getByRole('alert')).toContainText(texts.messages['upload.refused'])
  await front.setInputFiles({ ...file, buffer: await picture() })
  await expect(page.getByText(photos.done.front)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

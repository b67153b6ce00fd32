import type { Page } from '@playwright/test'

/** Alters the data of every response of this route in transit. */
export async function alterData(page: Page, path: string, change: (data: any) => void): Promise<void> {
  await page.route(`**/api/vue${path}`, async (route) => {
    const response = await route.fetch()
    const envelope = await response.json()
    change(envelope.data)
    await route.fulfill({ response, json: envelope })
  })
}

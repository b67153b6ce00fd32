// When a page has finished loading. Playwright's network idle comes once for each document, on a busy machine before the
// first data are asked for.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

const quietMs = 500
const limitMs = 30_000

/**
 * Counts the requests of the page from now on. The result waits until none has been open for half a second; a page that never
 * rests is taken as it is.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const requests = { open: 0, changedAt: Date.now() }
  const count = (change: number) => () => {
    requests.open += change
    requests.changedAt = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  const isQuiet = (): boolean => requests.open <= 0 && Date.now() - requests.changedAt >= quietMs
  return async () => {
    const end = Date.now() + limitMs
    while (!isQuiet() && Date.now() < end) await pause(100)
  }
}

// axe in the page as it is now. Its source goes into each document once: sending it for every check, and collecting the
// results in a second page as its Playwright wrapper does, took half of all end-to-end time.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** One line per element that violates a rule. Our pages have no frames. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(async () => {
    const { violations } = await window.axe!.run(document, { resultTypes: ['violations'], iframes: false })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, any }) => `axe ${id}: ${help}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
    )
  })
}

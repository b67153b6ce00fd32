// Every page of the console in English, whose words are longer, at the width of the project.

import { expect, test } from '@playwright/test'
import { readPages } from '../../scripts/stack/console-pictures.ts'
import { operatorRoles } from '../../packages/contract/src/operators/index.ts'
import { proveOnly } from './projects.ts'
import { cutTexts, settle } from './support/layout-checks.ts'
import { signInOperator } from './support/operators.ts'

const addresses = [
  ...readPages().filter((path) => path !== '/sign-in'),
  '/funds/bank',
  '/funds/trial',
  '/funds/journal/new',
  '/notices/new',
  '/rules?rule=deposit.maxPerTxn',
  '/orders?show=positions',
  '/queue?show=all',
]

/** Parts of the pane that scroll sideways: what is beyond their edge is not seen. Runs in the page. */
function sidewaysParts(): string[] {
  return [...document.querySelectorAll('main aside, main aside *')]
    .filter(
      (part) =>
        /auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth + 1,
    )
    .map((part) => `scrolls sideways: ${part.tagName}.${part.className}`)
}

test(
  'no English page cuts text or scrolls sideways',
  { tag: proveOnly },
  async ({ browser }, { project }) => {
    test.setTimeout(60_000 + addresses.length * 5_000)
    const { width, height } = project.use.viewport ?? { width: 1440, height: 900 }
    const { page, context } = await signInOperator(browser, 'en', operatorRoles, {
      appearance: { width, height },
    })
    const problems: Record<string, readonly string[]> = {}
    for (const [at, address] of addresses.entries()) {
      // A new query loads a new document. With the hash alone the previous page would stay until this one is loaded.
      await page.goto(`/?page=${at}#${address}`)
      await page.waitForLoadState('networkidle')
      await settle(page)
      const found = [...(await cutTexts(page)), ...(await page.evaluate(sidewaysParts))]
      if (found.length > 0) problems[address] = found
      if (process.env['FAIRLOT_SHOTS'])
        await page.screenshot({ path: `.screens/en-${width}${address.replaceAll(/[^a-zA-Z]+/g, '-')}.png` })
    }
    await context.close()
    expect(problems).toEqual({})
  },
)

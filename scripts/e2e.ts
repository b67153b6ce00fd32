// npm run e2e: starts a separate stack, runs Playwright against it, and removes everything. Arguments go to Playwright:
// npm run e2e -- auth --headed
import { readLayout } from './stack/layout.ts'
import { withTestStack } from './stack/test-stack.ts'
import { watchBooks } from './stack/watch-books.ts'

const layout = readLayout({
  FAIRLOT_DEV_DIR: process.env.FAIRLOT_E2E_DIR ?? '.dev/e2e',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_E2E_PORT_BASE ?? '17400',
})
const code = await withTestStack(
  {
    name: 'e2e',
    layout,
    // ui.spec.ts needs the gallery. Tests that wait for a price change should not wait long. Tests of money set the
    // bank's clock themselves (tests/e2e/support/bank-hours.ts).
    env: { VITE_GALLERY: '1', PRACTICE_INTENSITY: '4', BANK_CLOCK: 'request' },
  },
  async ({ playwright, databaseOwnerUrl }) => {
    const args = process.argv.slice(2)
    const alone = () => playwright(['--workers=1', ...args], { FAIRLOT_E2E_ALONE: '1' })
    if (args[0] === 'listing-day' || args[0] === 'odd-auction') return alone()
    const watch = watchBooks(databaseOwnerUrl)
    const failed = await playwright(args)
    const differences = await watch.end()
    for (const difference of differences) console.error(`reconciliation found a difference: ${difference}`)
    if (failed) return failed
    if (differences.length > 0) return 1
    // It moves the market's day, so it runs after the others.
    return args.length > 0 || process.env.CI === '1' ? 0 : alone()
  },
)
process.exit(code)

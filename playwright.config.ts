// Run through `npm run e2e`, which starts the stack and passes its address.
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findHeadlessChromium } from './scripts/stack/chromium.ts'
import { projects } from './tests/e2e/projects.ts'
import { bankIs } from './tests/e2e/support/bank-hours.ts'

const executablePath = findHeadlessChromium()
const report = process.env.FAIRLOT_E2E_REPORT
// With a planted fault a test waits for what never comes: npm run mutate waits less.
const patience = Number(process.env.FAIRLOT_E2E_EXPECT_MS ?? 60_000)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores CI has: a page often waits for the market.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only a fault reaches these: on a shared machine a page waits for its turn.
  timeout: 300_000,
  expect: { timeout: patience, toPass: { timeout: patience } },
  reporter: report ? [['dot'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL: process.env.FAIRLOT_ORIGIN ?? 'http://localhost:17400',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    extraHTTPHeaders: bankIs('open'),
    screenshot: 'only-on-failure',
    // A trace records every step of every test and costs a tenth of the run: asked for when one is needed.
    trace: process.env.FAIRLOT_E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { args: [...chromiumFlags], ...(executablePath ? { executablePath } : {}) },
  },
  projects,
})

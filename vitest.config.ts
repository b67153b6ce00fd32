import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.{ts,tsx}',
      'apps/**/*.test.{ts,tsx}',
      'database/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/flows/**/*.test.ts',
      'tests/faults/**/*.test.ts',
      'tests/simulation/**/*.test.ts',
      'tests/walls/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

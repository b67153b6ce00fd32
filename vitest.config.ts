import { defineConfig } from 'vitest/config'

// Tests that hold an answer to a time, or start a whole stack: too many beside them and they measure the others.
const measured = [
  'tests/faults/{overload,rolling-upgrade,*-kill}.test.ts',
  'tests/flows/{live,live-*,security-enumeration,audit-size,queue-size,edge-pool}.test.ts',
  'scripts/{start,doctor}.test.ts',
]

// A timeout must only end what hangs: on a busy machine a test waits for its turn, and one that timed out goes on beside the
// next.
const settings = { exclude: ['**/node_modules/**', '**/dist/**'], testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      {
        test: {
          ...settings,
          name: 'wide',
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
          exclude: [...settings.exclude, ...measured],
          // More than the two cores CI has: most of a flow is waiting for a commit, a wake or a clock.
          maxWorkers: 4,
          // Files in one worker share the loaded modules: loading them again for each file was a fifth of all CPU.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...settings,
          name: 'measured',
          include: measured,
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

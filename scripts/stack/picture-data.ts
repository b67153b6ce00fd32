// The data of npm run screens: the first day, as npm start plays it, and what tests/pictures adds for screens that need a
// day to pass. It is stored in the stack's folder, so that a second run with --again has it already.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags, findHeadlessChromium } from './chromium.ts'
import { playFirstDay } from './first-day.ts'
import { inDev, type Layout } from './layout.ts'
import { runCommand } from './run-command.ts'
import type { Stack } from './stack.ts'

export interface PictureData {
  /** Password by account. */
  readonly passwords: Readonly<Record<string, string>>
  /** By address: what is added to it, and who looks. */
  readonly screens: Readonly<Record<string, { readonly query?: string; readonly as?: string }>>
  /** The parts that could not be made: their screens are empty. */
  readonly failures: readonly string[]
}

const fileOf = (layout: Layout): string => inDev(layout, 'screens.json')

export const hasPictureData = (layout: Layout): boolean => existsSync(fileOf(layout))

export const readPictureData = (layout: Layout): PictureData =>
  JSON.parse(readFileSync(fileOf(layout), 'utf8')) as PictureData

export async function makePictureData(layout: Layout, stack: Stack): Promise<void> {
  const print = (line: string) => console.log(line)
  const { signal } = new AbortController()
  await playFirstDay({ layout, stack, onLine: () => undefined, signal })
  await runCommand([process.execPath, join(layout.root, 'tests/pictures/main.ts')], {
    cwd: layout.root,
    env: {
      ...process.env,
      FAIRLOT_ORIGIN: stack.origin,
      FAIRLOT_CONSOLE_ORIGIN: stack.consoleOrigin,
      FAIRLOT_DATABASE_OWNER_URL: stack.databaseOwnerUrl,
      FAIRLOT_SECRETS_FILE: inDev(layout, 'secrets.json'),
      FAIRLOT_DEMO: stack.demo,
      CHROMIUM: findHeadlessChromium() ?? '',
      CHROMIUM_FLAGS: chromiumFlags.join(' '),
      SAMPLES_FILE: fileOf(layout),
    },
    onLine: print,
  })
}

import { existsSync } from 'node:fs'
import { findOnPath } from '../../packages/testkit/src/services/binaries.ts'

/** The system's own Chromium: nothing is downloaded, and everybody tests with a browser people use. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const mac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return (
    process.env.FAIRLOT_CHROMIUM ??
    names.map(findOnPath).find(Boolean) ??
    mac.find((path) => existsSync(path))
  )
}

/**
 * The same browser without its window, where Debian's package of it is there: the end-to-end tests take half the time,
 * since nothing is drawn for a toolbar nobody sees.
 */
export const findHeadlessChromium = (): string | undefined =>
  process.env.FAIRLOT_CHROMIUM ?? findOnPath('chromium-headless-shell') ?? findChromium()

/** No sandbox, because containers run as root; the rest keeps the browser from talking to anybody but us. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

import { existsSync } from 'node:fs'
import { findOnPath } from '../../packages/testkit/src/services/binaries.ts'

/** The system's own Chromium: nothing is downloaded, and tests use a browser that people use. */
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
 * The same browser without its window, if Debian's package of it is installed: the end-to-end tests take half the time,
 * since no toolbar is drawn.
 */
export const findHeadlessChromium = (): string | undefined =>
  process.env.FAIRLOT_CHROMIUM ?? findOnPath('chromium-headless-shell') ?? findChromium()

/** No sandbox, because containers run as root; the other flags stop the browser's own network traffic. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

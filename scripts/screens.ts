// npm run screens: screenshots of every route in both languages and both themes, 390 wide at two device pixels, and of
// every console page at desktop width, into .screens. Arguments choose routes and appearances, and --again keeps the data
// of the last run: npm run screens -- --again --appearances=tw-dark,en-light-360 /login/start /queue
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumFlags, findHeadlessChromium } from './stack/chromium.ts'
import { takeConsolePictures } from './stack/console-pictures.ts'
import { readLayout } from './stack/layout.ts'
import { readAppearance, takeMemberPictures } from './stack/member-pictures.ts'
import { hasPictureData, makePictureData, readPictureData } from './stack/picture-data.ts'
import { startStack } from './stack/stack.ts'

const layout = readLayout({
  FAIRLOT_DEV_DIR: process.env.FAIRLOT_SCREENS_DIR ?? '.dev/screens',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_SCREENS_PORT_BASE ?? '18400',
})
const folder = join(layout.root, '.screens')
const args = process.argv.slice(2)
const wanted = args.filter((arg) => arg.startsWith('/'))
const named = args.find((arg) => arg.startsWith('--appearances='))?.split('=')[1]
const appearances = (named ?? 'tw-light,tw-dark,en-light,en-dark').split(',').map((text) => {
  const appearance = readAppearance(text)
  if (appearance === undefined) throw new Error(`${text}: write an appearance as tw-dark or en-light-360`)
  return appearance
})

const again = args.includes('--again') && hasPictureData(layout)
if (!again) rmSync(layout.devFolder, { recursive: true, force: true })
const stack = await startStack({
  layout,
  mode: 'test',
  build: true,
  env: { VITE_GALLERY: '1', PRACTICE_INTENSITY: '8', BANK_CLOCK: 'request' },
  say: () => {},
  onGivingUp: (name, reason) => {
    console.error(`${name} does not stay up: ${reason}`)
    process.exit(1)
  },
})
const executablePath = findHeadlessChromium()
const browser = await chromium.launch({
  args: [...chromiumFlags],
  ...(executablePath ? { executablePath } : {}),
})
let taken = 0
let failures: readonly string[] = []
try {
  mkdirSync(folder, { recursive: true })
  if (!again) await makePictureData(layout, stack)
  const { origin, demo } = stack
  const { root } = layout
  const data = readPictureData(layout)
  failures = data.failures
  taken += await takeMemberPictures({ browser, root, origin, demo, folder, wanted, appearances, data })
  taken += await takeConsolePictures({ browser, stack, folder, wanted, appearances })
} finally {
  await browser.close()
  await stack.stop()
}
console.log(`${taken} pictures in ${folder}`)
if (failures.length > 0) {
  console.error(`without data: ${failures.join(', ')}`)
  process.exitCode = 1
}

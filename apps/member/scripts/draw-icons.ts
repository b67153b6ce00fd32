// Draws the app's icons from the mark, in Chromium. Run it by hand when the mark changes; the results are committed.
//   node apps/member/scripts/draw-icons.ts

import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'

const bars = `<g stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none">
  <path d="M7.25 13.5V24M13.08 13.5V24M24.75 13.5V24" stroke-opacity=".5"/><path d="M18.92 7.5V18"/></g>`
const svg = (radius: number, inset: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-inset} ${-inset} ${32 + 2 * inset} ${32 + 2 * inset}">` +
  `<rect x="${-inset}" y="${-inset}" width="${32 + 2 * inset}" height="${32 + 2 * inset}" rx="${radius}" fill="#3A32C8"/>${bars}</svg>`

const files = [
  { name: 'icon-180.png', size: 180, svg: svg(0, 0) },
  { name: 'icon-192.png', size: 192, svg: svg(8, 0) },
  { name: 'icon-512.png', size: 512, svg: svg(8, 0) },
  // A launcher may cut a maskable icon to a circle: the mark stays within the safe four fifths.
  { name: 'icon-maskable-512.png', size: 512, svg: svg(0, 6) },
]

const place = (name: string) => new URL(`../public/${name}`, import.meta.url)
await writeFile(place('icon.svg'), `${svg(8, 0)}\n`)

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const file of files) {
  const page = await browser.newPage({ viewport: { width: file.size, height: file.size } })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${file.svg}`)
  await page.screenshot({ path: place(file.name).pathname, omitBackground: true })
  await page.close()
}
await browser.close()

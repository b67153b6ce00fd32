// Cuts Inter and JetBrains Mono down to the characters and weights the app uses. Run it by hand after a new version of
// the typefaces; the results are committed, so a build needs neither this script nor its tools.
//   node apps/member/scripts/subset-fonts.ts

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

// Latin with accents for names, the signs of prices and arithmetic, arrows, the ellipsis and the dots of hidden text.
const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”•…€™←↑→↓−×≥≤'
const mono = range(0x20, 0x7e) + '–…−·'

const cuts = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: 'inter.woff2',
    text: latin,
    wght: { min: 400, max: 700 },
  },
  {
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    to: 'jetbrains-mono.woff2',
    text: mono,
    wght: { min: 400, max: 500 },
  },
]

for (const { from, to, text, wght } of cuts) {
  const whole = await readFile(require.resolve(from))
  const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght } })
  await writeFile(new URL(`../../../packages/ui/src/fonts/${to}`, import.meta.url), cut)
  console.log(`${to}: ${whole.length} -> ${cut.length} bytes`)
}

// WCAG 2.2 contrast of colours used together on a screen, computed from packages/ui/src/tokens.css in light and dark.
// Text needs 4.5, marks and control edges 3. `text-off` is for disabled labels only, which WCAG exempts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from './check/report.ts'

type Pair = readonly [foreground: string, background: string, needs: number]

const grounds = ['page', 'surface', 'surface-2'] as const
const pairs: readonly Pair[] = [
  ...['text', 'text-2', 'text-3'].flatMap((name) => grounds.map((ground): Pair => [name, ground, 4.5])),
  ...['red', 'green', 'up', 'down', 'flat', 'warn', 'crit', 'brand-text'].flatMap((name): Pair[] => [
    [name, 'surface', 4.5],
    [name, 'page', 4.5],
  ]),
  ['red', 'red-soft', 4.5],
  ['green', 'green-soft', 4.5],
  ['red', 'green-soft', 4.5],
  ['green', 'red-soft', 4.5],
  ['up', 'up-soft', 4.5],
  ['down', 'down-soft', 4.5],
  ['flat', 'flat-soft', 4.5],
  ['text-2', 'red-soft', 4.5],
  ['text-2', 'green-soft', 4.5],
  ['text', 'red-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['crit', 'crit-soft', 4.5],
  ['text', 'warn-soft', 4.5],
  ['text', 'crit-soft', 4.5],
  ['text-2', 'warn-soft', 4.5],
  // The selected row of the console, and its content.
  ['text', 'brand-soft', 4.5],
  ['text-2', 'brand-soft', 4.5],
  ['warn', 'brand-soft', 4.5],
  ['brand-text', 'brand-soft', 4.5],
  ['text-2', 'crit-soft', 4.5],
  ['brand-text', 'brand-soft', 4.5],
  ['text', 'brand-soft', 4.5],
  ['text-2', 'brand-soft', 4.5],
  ['text-3', 'brand-soft', 4.5],
  ['warn', 'brand-soft', 4.5],
  ['text', 'segment-on', 4.5],
  ['text-2', 'surface-2', 4.5],
  ['on-fill', 'brand', 4.5],
  ['on-fill', 'brand-press', 4.5],
  ['on-fill', 'brand-deep', 4.5],
  ['on-fill', 'up-fill', 4.5],
  ['on-fill', 'down-fill', 4.5],
  ['on-fill', 'crit-fill', 4.5],
  ['surface', 'text', 4.5],
  ['toast-text', 'toast', 4.5],
  ['toast-mark', 'toast', 4.5],
  ['toast-crit', 'toast', 3],
  ...[
    'line-3',
    'focus',
    'red-mark',
    'green-mark',
    'up-mark',
    'down-mark',
    'warn-mark',
    'ma-5',
    'ma-10',
    'ma-20',
  ].map((name): Pair => [name, 'surface', 3]),
  ['line-3', 'page', 3],
  ['focus', 'page', 3],
  ['brand', 'page', 3],
]

const themes = ['light', 'dark'] as const

export function checkContrast(root: string): string[] {
  const css = readFileSync(join(root, 'packages/ui/src/tokens.css'), 'utf8')
  const problems: string[] = []
  for (const [convention, tokens] of readTokens(css)) {
    themes.forEach((theme, column) => {
      for (const [foreground, background, needs] of pairs) {
        const colours = [foreground, background].map((name) => colourOf(tokens, name, column))
        if (colours.some((colour) => colour === undefined)) {
          problems.push(`${foreground} on ${background}: not a colour in tokens.css (${theme})`)
          continue
        }
        const ratio = contrast(colours[0]!, colours[1]!)
        if (ratio < needs) {
          problems.push(
            `${foreground} on ${background}, ${theme}, ${convention}: ${ratio.toFixed(2)}, needs ${needs}`,
          )
        }
      }
    })
  }
  return problems
}

type Tokens = ReadonlyMap<string, string>

/** Two sets: Taiwan's red up, and the one of `data-updown="west"`. */
function readTokens(css: string): [string, Tokens][] {
  const block = (selector: string) => {
    const start = css.indexOf(`${selector} {`)
    return start === -1 ? '' : css.slice(start, css.indexOf('\n  }', start))
  }
  const read = (text: string) =>
    new Map([...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!.trim()]))
  const taiwan = read(block(':root'))
  return [
    ['red up', taiwan],
    ['green up', new Map([...taiwan, ...read(block(":root[data-updown='west']"))])],
  ]
}

function colourOf(tokens: Tokens, name: string, column: number): string | undefined {
  const value = tokens.get(name)
  if (value === undefined) return undefined
  const reference = /^var\(--([\w-]+)\)$/.exec(value)
  if (reference) return colourOf(tokens, reference[1]!, column)
  const both = /^light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)$/i.exec(value)
  if (both) return both[column + 1]
  return /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

if (import.meta.main) await report(checkContrast)

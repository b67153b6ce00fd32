import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../evidence/', import.meta.url))

/** Figures that the docs quote come from a run: `npm run prove` writes them, nobody types them. */
export function writeEvidence(name: string, figures: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(figures, null, 2)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1_000) / 1_000
}

/** How far the median of so many noisy values may be off by chance alone (three standard errors). */
export function noiseOfMedian(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return (3 * 1.2533 * Math.sqrt(variance)) / Math.sqrt(values.length)
}

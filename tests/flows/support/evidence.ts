import { fileURLToPath } from 'node:url'
import { writeEvidence as write, writeEvidencePart as writePart } from '../../../scripts/evidence.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Figures that the docs quote come from a run: `npm run prove` writes them, never a person. */
export const writeEvidence = (name: string, figures: object): void => write(root, name, figures)

export const writeEvidencePart = (name: string, parts: Readonly<Record<string, object>>): void =>
  writePart(root, name, parts)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1_000) / 1_000
}

/** How far the median of this many noisy values may be off by chance alone (three standard errors). */
export function noiseOfMedian(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return (3 * 1.2533 * Math.sqrt(variance)) / Math.sqrt(values.length)
}

// What an entry says, as lines. Features note what they like; where they note a before and an after, both are shown.

export interface DetailLine {
  readonly field: string
  /** Undefined where the entry knows only one value. */
  readonly before: string | undefined
  readonly after: string
}

const pairs = [
  ['before', 'after'],
  ['old', 'new'],
  ['from', 'to'],
] as const

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? '—'
    : typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : JSON.stringify(value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const detailLines = (details: string): readonly DetailLine[] => {
  let parsed: unknown
  try {
    parsed = JSON.parse(details)
  } catch {
    return [{ field: '', before: undefined, after: details }]
  }
  if (!isRecord(parsed)) return [{ field: '', before: undefined, after: shown(parsed) }]
  const lines: DetailLine[] = []
  const taken = new Set<string>()
  for (const [first, second] of pairs) {
    if (!(first in parsed) || !(second in parsed)) continue
    taken.add(first).add(second)
    const before = parsed[first]
    const after = parsed[second]
    if (isRecord(before) || isRecord(after)) {
      const old = isRecord(before) ? before : {}
      const fresh = isRecord(after) ? after : {}
      for (const field of new Set([...Object.keys(old), ...Object.keys(fresh)]))
        lines.push({ field, before: shown(old[field]), after: shown(fresh[field]) })
    } else lines.push({ field: second, before: shown(before), after: shown(after) })
  }
  for (const [field, value] of Object.entries(parsed))
    if (!taken.has(field)) lines.push({ field, before: undefined, after: shown(value) })
  return lines
}

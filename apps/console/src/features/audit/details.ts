// The details of an entry as lines. Features record any fields; where they record before and after, both are shown.

export interface DetailLine {
  readonly field: string
  /** Undefined when the entry has only one value. */
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

/** The recorded details; empty when they are not an object. */
export const detailsOf = (details: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(details)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

export const detailLines = (
  details: string,
  /** Formats a field that is not plain text: an amount, the names behind ids. */
  written: (field: string, value: unknown) => string | undefined = () => undefined,
): readonly DetailLine[] => {
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
  for (const [field, value] of Object.entries(parsed)) {
    if (taken.has(field)) continue
    const text = written(field, value)
    // A nested object is shown field by field: `revised` with the amount it set.
    if (text === undefined && isRecord(value)) {
      for (const [inner, part] of Object.entries(value))
        lines.push({
          field: `${field} ${inner}`,
          before: undefined,
          after: written(inner, part) ?? shown(part),
        })
    } else lines.push({ field, before: undefined, after: text ?? shown(value) })
  }
  return lines
}

// What is sent to the driver: the text, its values, and a name when it is prepared.

// A statement with values is prepared once per connection under a name: planning the ledger's calls each time would
// cost as much as running them. Texts are in store.ts files and do not depend on input, so there are few; should one
// ever be built from input, the limit keeps connections from filling with plans.
const names = new Map<string, string>()
const maxNames = 500

interface Statement {
  readonly text: string
  values: unknown[]
  readonly name?: string
  readonly query_timeout?: number
}

/** `limitMs` 0 waits for ever. */
export function statement(text: string, values: readonly unknown[], limitMs: number): Statement {
  const limit = limitMs > 0 ? { query_timeout: limitMs } : {}
  if (values.length === 0) return { text, values: [], ...limit }
  let name = names.get(text)
  if (name === undefined && names.size < maxNames) names.set(text, (name = `s${names.size}`))
  return { text, values: [...values], ...(name === undefined ? {} : { name }), ...limit }
}

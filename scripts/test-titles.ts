// Finds a test's title in a test file without running it. Titles are read as string literals, so a title in a table of
// cases counts, and one that only appears in a comment does not.

const literals = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const skipped = /\.(?:skip|todo|fixme|fails?)\(\s*$/
// A template such as `${width} wide` has too little text to identify a title.
const minTemplateText = 6

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function matches(body: string, isTemplate: boolean, title: string): boolean {
  if (body === title) return true
  const holes = isTemplate ? /\$\{[^}]*\}/ : /%[sdifjo]|\$[a-z][\w.]*/
  if (!holes.test(body)) return false
  const parts = body.split(new RegExp(holes, 'g'))
  if (parts.join('').length < minTemplateText) return false
  return new RegExp(`^${parts.map(escape).join('.+')}$`).test(title)
}

export function hasTest(source: string, title: string): boolean {
  for (const match of source.matchAll(literals)) {
    const text = match[0]
    if (text.startsWith('/')) continue
    const body = text.slice(1, -1).replace(/\\(.)/g, '$1')
    if (matches(body, text.startsWith('`'), title) && !skipped.test(source.slice(0, match.index))) return true
  }
  return false
}

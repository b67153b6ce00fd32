// The formatting of a notice: `## ` a heading, `a | b` a table row, an empty line between paragraphs. Text stays text:
// none of it becomes markup.

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly [string, string])[] }

export function blocksOf(body: string): readonly Block[] {
  return body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part): readonly Block[] => {
      const [first = '', ...rest] = part.split('\n')
      if (first.startsWith('## ')) {
        const after = rest.join('\n').trim()
        return [{ kind: 'heading', text: first.slice(3) }, ...(after === '' ? [] : blocksOf(after))]
      }
      const cells = part.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
      const rows = cells.flatMap(([left, right, ...more]) =>
        left && right && more.length === 0 ? [[left, right] as const] : [],
      )
      return rows.length === cells.length ? [{ kind: 'table', rows }] : [{ kind: 'text', text: part }]
    })
}

import ts from 'typescript'

export interface FoundFunction {
  readonly line: number
  readonly lines: number
}

/** Every function with a body, the inner ones too. */
export function functionsIn(path: string, text: string): readonly FoundFunction[] {
  if (!/[.]tsx?$/.test(path)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: FoundFunction[] = []
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line
  const walk = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = lineOf(node.getStart(file))
      found.push({ line: first + 1, lines: lineOf(node.end) - first + 1 })
    }
    ts.forEachChild(node, walk)
  }
  walk(file)
  return found
}

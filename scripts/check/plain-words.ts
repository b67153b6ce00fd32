import ts from 'typescript'

const maxWords = 12
const oldWords = /\b(nobody|somebody|whoever|anew)\b/i

/** A title is subject, verb and outcome. Tags and the number of an invariant do not count. */
export function longTitles(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const problems: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = node.arguments[0]
      const words = title && isText(title) ? title.getText(file).slice(1, -1).split(/\s+/) : []
      const count = words.filter((word) => !/^@|^[A-Z]\d+:$/.test(word)).length
      if (count > maxWords) {
        const { line } = file.getLineAndCharacterOfPosition(title!.getStart(file))
        problems.push(`${path}:${line + 1}: a title of ${count} words (at most ${maxWords})`)
      }
    }
    ts.forEachChild(node, walk)
  }
  walk(file)
  return problems
}

/** `test(…)`, `it.each(…)(…)`, `test.describe(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['test', 'it', 'describe'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression)
  return false
}

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Old-fashioned words that hide the subject of a sentence. */
export function oldWordsIn(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = oldWords.exec(line)?.[0]
    return found ? [`${path}:${index + 1}: "${found}": name the subject`] : []
  })
}

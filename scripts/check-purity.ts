// Pure code takes the time as an argument. `new Date(milliseconds)` only wraps a value and is allowed; `new Date()`,
// `Date.now()` and dates built in the machine's own time zone are not. oxlint bans other side effects (.oxlintrc.json)
// but cannot distinguish these.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'

const pureFolders = ['packages/money/src', 'packages/rules/src', 'packages/engine/src', 'packages/proof/src']
const isSource = (path: string) => /[.]tsx?$/.test(path) && !/[.]test[.]tsx?$/.test(path)

export function checkPurity(root: string): string[] {
  const files = [
    ...pureFolders.flatMap((folder) => filesBelow(root, folder, isSource)),
    ...filesBelow(root, 'apps/server/src/features', (path) => path.endsWith('/postings.ts')),
  ]
  if (files.length === 0) return ['no pure file was found; nothing has been checked']
  return files.flatMap((path) => impureDates(path, readFileSync(join(root, path), 'utf8')))
}

function impureDates(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const problems: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isIdentifier(node) && node.text === 'Date' && !isAllowed(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      problems.push(`${path}:${line + 1}: the time is an argument here, not read from Date`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

function isAllowed(identifier: ts.Identifier): boolean {
  const { parent } = identifier
  if (ts.isNewExpression(parent) && parent.expression === identifier) return parent.arguments?.length === 1
  if (ts.isPropertyAccessExpression(parent)) {
    if (parent.name === identifier) return true
    return parent.name.text === 'UTC'
  }
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
  return (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === identifier
}

if (import.meta.main) await report(checkPurity)

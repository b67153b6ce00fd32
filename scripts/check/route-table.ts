import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** One screen of the member app, from its route table. The table itself can only be loaded by Vite. */
export interface ScreenRoute {
  /** `/user/setting`, or `/user/setting?view=profile` for a view. */
  readonly address: string
  readonly access: 'anyone' | 'guest' | 'member'
  /** The screen's file, relative to apps/member. */
  readonly screen: string
  /** The tw texts it needs before it can be drawn, relative to apps/member. */
  readonly twTexts: readonly string[]
}

const tableFile = 'src/routes.tsx'

export function readRouteTable(root: string): ScreenRoute[] {
  const member = join(root, 'apps/member')
  const text = readFileSync(join(member, tableFile), 'utf8')
  const source = ts.createSourceFile(tableFile, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const textsFiles = importsOf(source)
  const routes: ScreenRoute[] = []

  const readScreen = (
    literal: ts.ObjectLiteralExpression,
    address: string,
    access: ScreenRoute['access'],
  ) => {
    const load = property(literal, 'load')
    const texts = property(literal, 'texts')
    const names =
      texts && ts.isArrayLiteralExpression(texts) ? texts.elements.map((element) => element.getText()) : []
    routes.push({
      address,
      access,
      screen: load ? importedBy(load) : '',
      twTexts: names.map((name) => textsFiles.get(name)).filter((file) => file !== undefined),
    })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const path = property(node, 'path')
      const access = property(node, 'access')
      if (path && ts.isStringLiteral(path) && access && ts.isStringLiteral(access)) {
        const kind = access.text as ScreenRoute['access']
        readScreen(node, path.text, kind)
        const views = property(node, 'views')
        if (views && ts.isObjectLiteralExpression(views)) {
          for (const view of views.properties) {
            if (!ts.isPropertyAssignment(view) || !ts.isObjectLiteralExpression(view.initializer)) continue
            const name = ts.isStringLiteral(view.name) ? view.name.text : view.name.getText()
            readScreen(view.initializer, `${path.text}?view=${name}`, kind)
          }
        }
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (routes.length === 0) throw new Error(`no route was found in apps/member/${tableFile}`)
  return routes
}

function property(literal: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = literal.properties.find(
    (each) => ts.isPropertyAssignment(each) && each.name.getText() === name,
  )
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined
}

/** The argument of the `import()` inside an expression. */
function importedBy(node: ts.Node): string {
  let found = ''
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && child.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = child.arguments
      if (argument && ts.isStringLiteral(argument)) found = resolveFrom(argument.text)
    }
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}

/** Maps the name of a set of texts to its Chinese file: `texts/index.ts` is beside `texts/tw.ts`. */
function importsOf(source: ts.SourceFile): Map<string, string> {
  const files = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const { namedBindings } = statement.importClause ?? {}
    if (!namedBindings || !ts.isNamedImports(namedBindings)) continue
    const folder = posix.dirname(resolveFrom(statement.moduleSpecifier.text))
    for (const { name } of namedBindings.elements) files.set(name.text, `${folder}/tw.ts`)
  }
  return files
}

function resolveFrom(specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(tableFile), specifier) : specifier
}

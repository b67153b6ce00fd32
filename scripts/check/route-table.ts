import { globSync, readFileSync } from 'node:fs'
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
  const lists = globSync('src/features/*/pages.ts', { cwd: member }).toSorted()
  const routes = [...lists, tableFile].flatMap((file) => readList(member, file))
  if (routes.length === 0) throw new Error('no route was found in apps/member')
  // A view that one feature adds to another's screen is as accessible as that screen.
  return routes.map(({ access, ...route }) => {
    const screen = route.address.split('?')[0]
    const own = access ?? routes.find(({ address }) => address === screen)?.access
    if (own === undefined) throw new Error(`${route.address}: no such screen in apps/member`)
    return { ...route, access: own }
  })
}

type ListedScreen = Omit<ScreenRoute, 'access'> & { readonly access: ScreenRoute['access'] | undefined }

function readList(member: string, file: string): ListedScreen[] {
  const text = readFileSync(join(member, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const textsFiles = importsOf(source)
  const routes: ListedScreen[] = []

  const readScreen = (
    literal: ts.ObjectLiteralExpression,
    address: string,
    access: ListedScreen['access'],
  ) => {
    const load = property(literal, 'load')
    const texts = property(literal, 'texts')
    const names =
      texts && ts.isArrayLiteralExpression(texts) ? texts.elements.map((element) => element.getText()) : []
    routes.push({
      address,
      access,
      screen: load ? importedBy(load, file) : '',
      twTexts: names.map((name) => textsFiles.get(name)).filter((each) => each !== undefined),
    })
  }
  const readViews = (views: ts.Expression | undefined, path: string, access: ListedScreen['access']) => {
    for (const [name, view] of entries(views)) readScreen(view, `${path}?view=${name}`, access)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const path = property(node, 'path')
      const access = property(node, 'access')
      if (path && ts.isStringLiteral(path) && access && ts.isStringLiteral(access)) {
        const kind = access.text as ScreenRoute['access']
        readScreen(node, path.text, kind)
        readViews(property(node, 'views'), path.text, kind)
        return
      }
      for (const [added, views] of entries(property(node, 'views'))) readViews(views, added, undefined)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return routes
}

/** The properties of an object literal whose values are object literals. */
function entries(node: ts.Expression | undefined): (readonly [string, ts.ObjectLiteralExpression])[] {
  if (!node || !ts.isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isObjectLiteralExpression(each.initializer)
      ? [[ts.isStringLiteral(each.name) ? each.name.text : each.name.getText(), each.initializer] as const]
      : [],
  )
}

function property(literal: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = literal.properties.find(
    (each) => ts.isPropertyAssignment(each) && each.name.getText() === name,
  )
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined
}

/** The argument of the `import()` inside an expression. */
function importedBy(node: ts.Node, file: string): string {
  let found = ''
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && child.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = child.arguments
      if (argument && ts.isStringLiteral(argument)) found = resolveFrom(file, argument.text)
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
    const folder = posix.dirname(resolveFrom(source.fileName, statement.moduleSpecifier.text))
    for (const { name } of namedBindings.elements) files.set(name.text, `${folder}/tw.ts`)
  }
  return files
}

function resolveFrom(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

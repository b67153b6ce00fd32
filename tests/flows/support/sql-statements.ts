// Finds every SQL statement that the server, the exchange, the practice market and the ledger send, with the row type
// the code expects for it. Texts built from constants are put together as the code would.

import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

export interface RowField {
  readonly name: string
  /** The kinds of JavaScript values the type allows; null and undefined are left out. */
  readonly kinds: ReadonlySet<Kind>
}
export type Kind = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'object' | 'any'

export interface SqlStatement {
  readonly at: string
  /** Each text it can be: a condition in the code gives two. */
  readonly texts: readonly string[]
  /** Undefined: the code does not read rows. */
  readonly row: readonly RowField[] | undefined
}

export interface FoundStatements {
  readonly statements: readonly SqlStatement[]
  /** Places whose text depends on more than constants. */
  readonly unresolved: readonly string[]
}

const sources =
  'apps/{server,exchange,practice}/src/**/*.ts packages/{ledger,process,proof}/src/**/*.ts'.split(' ')
const maxTexts = 64

type Values = ReadonlyMap<ts.Symbol, readonly string[]>

export function findStatements(root: string): FoundStatements {
  const files = sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .map((path) => join(root, path))
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: { compilerOptions: Record<string, unknown> }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const statements: SqlStatement[] = []
  const unresolved: string[] = []

  const resolveSymbol = (node: ts.Node): ts.Symbol | undefined => {
    const symbol = checker.getSymbolAtLocation(node)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  /** All texts an expression can be, or undefined if it depends on input. */
  const textsOf = (node: ts.Expression, values: Values): readonly string[] | undefined => {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return textsOf(node.expression, values)
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<readonly string[] | undefined>(
        (before, span) => {
          const middle = textsOf(span.expression, values)
          return before && middle && combine(before, combine(middle, [span.literal.text]))
        },
        [node.head.text],
      )
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [textsOf(node.left, values), textsOf(node.right, values)]
      return left && right && combine(left, right)
    }
    if (ts.isConditionalExpression(node)) {
      const [yes, no] = [textsOf(node.whenTrue, values), textsOf(node.whenFalse, values)]
      return yes && no && distinct([...yes, ...no])
    }
    if (ts.isCallExpression(node)) return textsOfCall(node, values)
    if (ts.isElementAccessExpression(node)) return textsOfTable(node, values) ?? literalsOf(node)
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
      const symbol = resolveSymbol(node)
      const known = symbol && values.get(symbol)
      if (known) return known
      const declaration = symbol?.valueDeclaration
      if (
        declaration &&
        (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) &&
        declaration.initializer
      ) {
        const found = textsOf(declaration.initializer, values)
        if (found) return found
      }
      return literalsOf(node)
    }
    return literalsOf(node)
  }

  /** An entry of a constant table is one of its texts. */
  const textsOfTable = (node: ts.ElementAccessExpression, values: Values): readonly string[] | undefined => {
    const declaration = resolveSymbol(node.expression)?.valueDeclaration
    let table = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    while (table && (ts.isSatisfiesExpression(table) || ts.isAsExpression(table))) table = table.expression
    if (!table || !ts.isObjectLiteralExpression(table)) return undefined
    const entries = table.properties.map((property) =>
      ts.isPropertyAssignment(property) ? textsOf(property.initializer, values) : undefined,
    )
    return entries.every((texts) => texts !== undefined) ? distinct(entries.flat()) : undefined
  }

  /** A value whose type is a union of literals is one of them. */
  const literalsOf = (node: ts.Expression): readonly string[] | undefined => {
    const type = checker.getTypeAtLocation(node)
    const parts = type.isUnion() ? type.types : [type]
    const texts = parts.map((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? String(part.value) : undefined,
    )
    return texts.every((text) => text !== undefined) && texts.length <= maxTexts ? texts : undefined
  }

  const textsOfCall = (node: ts.CallExpression, values: Values): readonly string[] | undefined => {
    const declaration = resolveSymbol(node.expression)?.valueDeclaration
    const made =
      declaration && ts.isVariableDeclaration(declaration)
        ? declaration.initializer
        : declaration && ts.isFunctionDeclaration(declaration)
          ? declaration
          : undefined
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made))) return undefined
    const inner = new Map(values)
    made.parameters.forEach(({ name, initializer }, at) => {
      const given = node.arguments[at] ?? initializer
      const symbol = ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined
      const texts = given && textsOf(given, values)
      if (symbol && texts) inner.set(symbol, texts)
    })
    const body = made.body
    if (!body) return undefined
    if (!ts.isBlock(body)) return textsOf(body, inner)
    const [last] = body.statements.slice(-1)
    return last && ts.isReturnStatement(last) && last.expression ? textsOf(last.expression, inner) : undefined
  }

  const kindsOf = (type: ts.Type): ReadonlySet<Kind> => {
    const parts = type.isUnion() ? type.types : [type]
    return new Set(parts.flatMap((part) => kindOf(part) ?? []))
  }
  const kindOf = (type: ts.Type): Kind | undefined => {
    const { flags } = type
    if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return undefined
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return 'any'
    if (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.TemplateLiteral)) return 'string'
    if (flags & ts.TypeFlags.NumberLike) return 'number'
    if (flags & ts.TypeFlags.BigIntLike) return 'bigint'
    if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
    if (type.isIntersection()) return type.types.map(kindOf).find((kind) => kind !== 'object')
    if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array'
    const name = type.getSymbol()?.getName()
    if (name === 'Date') return 'Date'
    if (name === 'Buffer' || name === 'Uint8Array') return 'Buffer'
    return 'object'
  }

  const visit = (node: ts.Node, source: ts.SourceFile): void => {
    ts.forEachChild(node, (child) => visit(child, source))
    if (!ts.isCallExpression(node)) return
    const text = textArgumentOf(node)
    if (text === undefined || !(checker.getTypeAtLocation(text).flags & ts.TypeFlags.StringLike)) return
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    const at = `${relative(root, source.fileName)}:${line + 1}`
    const texts = textsOf(text, new Map())
    if (texts === undefined || texts.length > maxTexts) {
      unresolved.push(at)
      return
    }
    const [rowNode] = node.typeArguments ?? []
    const rowType = rowNode && checker.getTypeFromTypeNode(rowNode)
    const row = rowType?.getProperties().map((property) => ({
      name: property.getName(),
      kinds: kindsOf(checker.getTypeOfSymbolAtLocation(property, node)),
    }))
    statements.push({ at, texts, row: rowType && kindOf(rowType) === 'any' ? undefined : row })
  }
  for (const path of files) {
    const source = program.getSourceFile(path)
    if (source) visit(source, source)
  }
  return { statements, unresolved }
}

/** The SQL of `tx.query(text)`, `db.probe(text)` and `readPages(tx, text)`. */
function textArgumentOf({ expression, arguments: given }: ts.CallExpression): ts.Expression | undefined {
  if (ts.isIdentifier(expression)) return expression.text === 'readPages' ? given[1] : undefined
  const isQuery =
    ts.isPropertyAccessExpression(expression) && ['query', 'probe'].includes(expression.name.text)
  return isQuery ? given[0] : undefined
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
const combine = (left: readonly string[], right: readonly string[]): readonly string[] =>
  distinct(left.flatMap((start) => right.map((end) => start + end))).slice(0, maxTexts + 1)

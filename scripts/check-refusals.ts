// Compares each route's list of refusals with the code that raises them, in both directions. A listed refusal that no
// code can raise misleads the screens; a raised one that no route lists reaches a screen without a text.
// At run time `checkContract` compares each answer with its route's list.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { consoleRoutes } from '../packages/contract/src/console-routes.ts'
import { memberRoutes } from '../packages/contract/src/routes.ts'
import { report } from './check/report.ts'

export interface RouteRefusals {
  readonly path: string
  readonly feature: string
  readonly surface: 'member' | 'console'
  readonly refusals: readonly string[]
}

/** Listed but not raised yet, each with the reason. A raised code must not be listed here. */
const listedNow: Readonly<Record<string, string>> = {}

/** The HTTP layer answers these for any route; `anywhere` in platform/http/contract-check.ts is the same. */
const anywhere = /^(system|request|session|restriction)\.|^input\.invalid$|^operator\.not-allowed$/

const serverRoot = 'apps/server/src'

export function checkRefusals(
  root: string,
  routes: readonly RouteRefusals[],
  listedAhead: Readonly<Record<string, string>> = listedNow,
): string[] {
  const problems: string[] = []
  const reached = new Map<string, string>()
  const databaseText = readIfThere(join(root, 'database/schema.sql'))
  const raisedBy = ({ feature, surface }: RouteRefusals): string => {
    const key = `${feature} ${surface}`
    const known = reached.get(key)
    if (known !== undefined) return known
    const folder = join(root, serverRoot, 'features', feature)
    const routesFile = join(folder, `routes.${surface}.ts`)
    // A small feature has its handlers in feature.ts.
    const start = existsSync(routesFile) ? routesFile : join(folder, 'feature.ts')
    // A vote runs the handler of its kind, which is in the kind's own feature.
    const handlers =
      key === 'operators console' ? globSync(`${serverRoot}/features/**/reviews.ts`, { cwd: root }) : []
    const files = new Set(
      [start, ...handlers.map((file) => join(root, file))].flatMap((file) => [...closure(root, file)]),
    )
    const text = [...[...files].map((file) => readFileSync(file, 'utf8')), databaseText].join('\n')
    reached.set(key, text)
    return text
  }
  const listed = new Set(routes.flatMap(({ refusals }) => refusals))
  const ahead = new Set<string>()
  for (const route of routes) {
    for (const code of route.refusals) {
      const isRaised = names(raisedBy(route), code)
      if (code in listedAhead) {
        if (isRaised) problems.push(`${code} is raised now: take it out of listedAhead`)
        ahead.add(code)
      } else if (!isRaised) problems.push(`${route.path} lists ${code}, and no code behind it raises that`)
    }
  }
  for (const code of Object.keys(listedAhead)) {
    if (!ahead.has(code)) problems.push(`${code} stands in listedAhead, and no route lists it`)
  }
  for (const file of globSync(`${serverRoot}/**/*.ts`, { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, code = ''] of source.matchAll(/\brefuse\(\s*'([a-z-]+\.[a-z.-]+)'/g)) {
      if (!listed.has(code) && !anywhere.test(code))
        problems.push(`${file} refuses with ${code}, and no route lists that`)
    }
  }
  return [...new Set(problems)]
}

/** As a whole string, or as the beginning of a composed one: `restriction.${kind}`. */
const names = (text: string, code: string): boolean => {
  if (text.includes(`'${code}'`)) return true
  const dot = code.lastIndexOf('.')
  return text.includes(`\`${code.slice(0, dot + 1)}\${`)
}

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** All files that the first one imports, directly or indirectly, within this repository. */
function closure(root: string, start: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    for (const [, from] of source.matchAll(/\bfrom '([^']+)'/g)) {
      const found = locate(root, file, from!)
      if (found !== undefined) open.push(found)
    }
  }
  return seen
}

function locate(root: string, file: string, from: string): string | undefined {
  if (from.startsWith('.')) return resolve(dirname(file), from)
  const feature = /^#features\/(.+)$/.exec(from)?.[1]
  if (feature !== undefined) return join(root, serverRoot, 'features', feature, 'index.ts')
  const platform = /^#platform\/(.+)$/.exec(from)?.[1]
  if (platform !== undefined) return join(root, serverRoot, 'platform', `${platform}.ts`)
  // The contract contains the lists themselves: a code that appears only there is not raised.
  const rules = /^@fairlot\/rules\/(.+)$/.exec(from)?.[1]
  if (rules !== undefined) return join(root, 'packages/rules/src', rules, 'index.ts')
  return undefined
}

export function allRoutes(): RouteRefusals[] {
  const of = (surface: RouteRefusals['surface'], tables: Readonly<Record<string, object>>): RouteRefusals[] =>
    Object.values(tables).flatMap((table) =>
      (Object.values(table) as Omit<RouteRefusals, 'surface'>[]).map(({ path, feature, refusals }) => ({
        path,
        feature,
        surface,
        refusals,
      })),
    )
  return [...of('member', memberRoutes), ...of('console', consoleRoutes)]
}

if (import.meta.main) await report((root) => checkRefusals(root, allRoutes()))

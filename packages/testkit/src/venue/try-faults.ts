// The engine's faults.test.ts runs this as a separate process. It loads the engine once per fault with that one edit in
// its source, and prints as JSON after how many random commands the oracle detected it.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compare, type EngineMaker } from './compare.ts'
import { compareBlocks } from './compare-blocks.ts'
import type { Fault } from './fault.ts'
import { faults, isRare } from './faults.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
/** Rare faults need more than one market's days. */
const seeds = [7, 8, 9, 10, 11, 12]
const max = 60_000
/** Days with blocks are audited line by line, which is slower. */
const maxInBlocks = 6_000
const packages = new URL('../../../', import.meta.url).href

// A query string marks the modules of one faulty engine, so that each fault has its own copies.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const mark = new URL(context.parentURL ?? packages).search
    const isOurs = ['engine/src/', 'rules/src/'].some((folder) => resolved.url.startsWith(packages + folder))
    return mark !== '' && isOurs ? { ...resolved, url: resolved.url.split('?')[0]! + mark } : resolved
  },
  load(url, context, next) {
    const { search, href } = new URL(url)
    const fault = search === '' ? undefined : faults[Number(search.slice(1))]
    if (!fault || !href.startsWith(packages + fault.file)) return next(url, context)
    const text = readFileSync(fileURLToPath(packages + fault.file), 'utf8')
    return { format: 'module-typescript', source: plant(fault, text), shortCircuit: true }
  },
})

function plant({ name, find, replace }: Fault, text: string): string {
  if (text.split(find).length !== 2) throw new Error(`${name}: its place is not in the source exactly once`)
  return text.replace(find, () => replace)
}

function run(
  faulty: EngineMaker,
  { inBlocks }: Fault,
  seed: number,
): { readonly commands: number; readonly difference?: string } {
  if (!inBlocks) return compare(faulty, { seed, commands: max, hashEvery: 200 })
  const { log, difference } = compareBlocks(faulty, { seed, commands: maxInBlocks })
  return { commands: log.length, ...(difference !== undefined && { difference }) }
}

const found: Record<string, { after: number; by: string } | null> = {}
for (const [index, fault] of faults.entries()) {
  const { name } = fault
  if (isRare(fault) && !whole) continue
  const faulty = (await import(`${packages}engine/src/index.ts?${index}`)) as EngineMaker
  found[name] = null
  let before = 0
  for (const seed of seeds) {
    const { commands, difference } = run(faulty, fault, seed)
    if (difference !== undefined) {
      found[name] = { after: before + commands, by: difference.slice(0, difference.indexOf('after')) }
      break
    }
    before += commands
  }
}
process.stdout.write(JSON.stringify(found))

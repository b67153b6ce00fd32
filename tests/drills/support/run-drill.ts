// The frame of every drill: its folder, its options, the end of its processes, its evidence and its record.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DrillKind } from '@fairlot/contract/status'
import { writeEvidence } from '../../flows/support/evidence.ts'
import { machineTime, stolenPercent } from './usage.ts'

export interface DrillContext {
  readonly folder: string
  /** The value of an option, or what it is without. */
  option(name: string, usual: number): number
  say(line: string): void
  /** Runs at the end, also after a fault or Ctrl-C; the last first. */
  atEnd(stop: () => Promise<unknown>): void
}

export interface DrillResult {
  readonly figures: Readonly<Record<string, unknown>>
  /** What does not hold. Empty: the drill passed. */
  readonly problems: readonly string[]
}

export interface Drill {
  readonly name: string
  /** How the console's system page calls it. */
  readonly kind: DrillKind
  readonly options: readonly string[]
  run(context: DrillContext): Promise<DrillResult>
}

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

export async function runDrill(drill: Drill): Promise<never> {
  const { values } = parseArgs({
    options: Object.fromEntries(
      [...drill.options, 'port'].map((name) => [name, { type: 'string' as const }]),
    ),
  })
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-drill-'))
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  let ending: Promise<void> | undefined
  const end = (): Promise<void> => (ending ??= endAll(stops))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      say(`${signal}: ending every process of the drill`)
      void end().then(() => process.exit(130))
    })
  // Work beside the drill failed: its processes must not stay behind.
  process.on('unhandledRejection', (reason) => {
    console.error(reason)
    void end().then(() => process.exit(1))
  })
  const [load] = loadavg()
  const time = machineTime()
  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1000)
  const context: DrillContext = {
    folder,
    option: (name, usual) => whole(name, values[name]) ?? usual,
    say,
    atEnd: (stop) => void stops.push(stop),
  }
  let problems: readonly string[]
  try {
    const result = await drill.run(context)
    problems = result.problems
    writeEvidence(`drill-${drill.name}`, {
      ...result.figures,
      problems,
      seconds: seconds(),
      // Others worked on this machine as well when this is above the drill's own share.
      loadBefore: Math.round(load! * 10) / 10,
      stolenPercent: stolenPercent(time),
    })
  } catch (error) {
    // Ctrl-C takes the servers away under the drill.
    if (ending) await new Promise(() => undefined)
    problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  await end()
  for (const problem of problems) console.error(`problem: ${problem}`)
  record(drill, problems, seconds())
  process.exit(problems.length === 0 ? 0 : 1)
}

async function endAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  // One that fails must not keep the others running.
  for (const stop of stops.toReversed())
    await stop().catch((error: unknown) => say(`at the end: ${String(error)}`))
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${name} ${text}: give a whole number`)
  return Number(text)
}

/** In the installation whose owner's address is given: the drill's own database is gone. */
function record({ name, kind }: Drill, problems: readonly string[], seconds: number): void {
  if (process.env['DATABASE_OWNER_URL'] === undefined) {
    say('not recorded: DATABASE_OWNER_URL names no installation')
    return
  }
  const result = problems.length === 0 ? 'ok' : 'failed'
  const note = `npm run drill -- ${[name, ...process.argv.slice(2)].join(' ')}`
  const args = [main, 'record-drill', kind, result, String(seconds), note]
  spawnSync(process.execPath, args, { stdio: 'inherit' })
}

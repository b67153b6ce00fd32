// The first day of npm start: a program plays a dozen members and two operators at the running stack, by the calls that
// everyone makes (apps/practice/src/first-day). It runs beside the stack and ends by itself.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { memberPassword, members } from '../../apps/practice/src/first-day/members.ts'
import { inDev, type Layout } from './layout.ts'
import { moduleCache } from './module-cache.ts'
import { databaseUrl, programCommand } from './roles.ts'
import { runCommand } from './run-command.ts'
import type { Stack } from './stack.ts'

interface FirstDayOptions {
  readonly layout: Layout
  readonly stack: Pick<Stack, 'origin' | 'consoleOrigin' | 'environment'>
  readonly onLine: (line: string) => void
  readonly signal: AbortSignal
}

/** Why it is not played; undefined when it is. */
export const firstDayProblem = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined => {
  if (args.includes('--empty')) return 'Started empty: no members were played.'
  if (environment['FAIRLOT_MONEY'] === 'real') return 'Real money: no members are played.'
  return undefined
}

/** What the start says about it. */
export const firstDayText = `${members.length} members are being played in the background: they trade, apply and ask, and some
  requests wait in the console. Sign in as one of them: ${members[0]!.account} to ${members.at(-1)!.account}, password ${memberPassword}`

/** Resolves when the program has ended. A second time it continues what waits, and adds nothing. */
export async function playFirstDay({ layout, stack, onLine, signal }: FirstDayOptions): Promise<void> {
  const folder = inDev(layout, 'first-day')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const env = { ...stack.environment, NODE_COMPILE_CACHE: moduleCache(layout.root) }
  await seedOperatorsOnce(layout, env, `${folder}/operators.txt`, signal)
  await runCommand(programCommand(layout, 'practice', 'first-day'), {
    cwd: layout.root,
    env: {
      ...env,
      PUBLIC_ORIGIN: stack.origin,
      CONSOLE_ORIGIN: stack.consoleOrigin,
      FIRST_DAY_FOLDER: folder,
    },
    onLine,
    signal,
  })
}

async function seedOperatorsOnce(
  layout: Layout,
  env: NodeJS.ProcessEnv,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  if (existsSync(file)) return
  const lines: string[] = []
  await runCommand(programCommand(layout, 'server', 'seed-operators', 'first-day'), {
    cwd: layout.root,
    env: {
      ...env,
      DATABASE_URL: databaseUrl(layout, 'fairlot_console'),
      PORT: String(layout.ports.api),
      METRICS_PORT: String(layout.ports.apiMetrics),
    },
    onLine: (line) => void lines.push(line),
    signal,
  })
  writeFileSync(file, `${lines.filter((line) => !line.startsWith('{')).join('\n')}\n`, { mode: 0o600 })
}

// npm start: the whole stack on this machine, stored in .dev. Ctrl-C stops it and leaves no process behind. --https for
// phones in the same network; --no-build to serve the last build of the app; --empty without the members of the first day.
import { firstDayProblem, firstDayText, playFirstDay } from './stack/first-day.ts'
import { isWorthShowing, prefixed } from './stack/log-lines.ts'
import { inDev, readLayout } from './stack/layout.ts'
import { takeLock } from './stack/lock.ts'
import { endOrphans } from './stack/processes.ts'
import { startStack, type Stack } from './stack/stack.ts'

const say = (name: string, line: string) => {
  if (isWorthShowing(name, line)) console.log(prefixed(name, line))
}

const layout = readLayout()
const useHttps = process.argv.includes('--https')
const lock = takeLock(
  inDev(layout, 'start.lock'),
  `${useHttps ? 'https' : 'http'}://localhost:${layout.ports.api}`,
)
if ('holder' in lock) {
  console.log(
    `Fairlot is already running: ${lock.address} (process ${lock.holder.pid}; stop it with Ctrl-C or kill ${lock.holder.pid})`,
  )
  process.exit(1)
}

const abort = new AbortController()
let stack: Stack | undefined
let stopping: Promise<void> | undefined
let playing: Promise<void> | undefined

const stop = (reason: string, code: number) => {
  stopping ??= (async () => {
    say('start', `${reason}: stopping`)
    abort.abort()
    await starting.catch(() => {})
    await playing
    await stack?.stop()
    lock.release()
    say('start', 'stopped')
    process.exit(code)
  })()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0))

const starting = (async () => {
  const ended = await endOrphans(lock.orphans)
  if (ended.length > 0) say('start', `ended what an earlier start left behind: ${ended.join(', ')}`)
  stack = await startStack({
    layout,
    mode: 'development',
    https: useHttps,
    build: !process.argv.includes('--no-build'),
    say,
    onChildren: lock.note,
    onGivingUp: (name, reason) =>
      stop(`${name} does not stay up (${reason}; see ${inDev(layout, 'logs')})`, 1),
    signal: abort.signal,
  })
})()

/** Never fails the start: the place is usable without it. */
const play = (running: Stack): Promise<void> =>
  playFirstDay({
    layout,
    stack: running,
    onLine: (line) => say('first-day', line),
    signal: abort.signal,
  }).then(
    () => say('start', 'the first day was played'),
    (error: unknown) => {
      if (!stopping) say('start', `the first day was not played: ${String(error)}`)
    },
  )

try {
  await starting
  if (!stopping && stack) {
    const problem = firstDayProblem(process.argv, process.env)
    console.log(`
  Fairlot is running.

  App       ${stack.origin}
  Console   ${stack.consoleOrigin}
  API docs  ${stack.origin}/api/docs  http://127.0.0.1:${layout.ports.consoleApi}/api/docs
  Metrics   ${stack.metrics}
  Database  ${stack.databaseOwnerUrl}

${stack.demo
  .trimEnd()
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}

  ${problem ?? firstDayText}

  Ctrl-C stops everything; the data stays in ${layout.devFolder}.
`)
    if (problem === undefined) playing = play(stack)
  }
} catch (error) {
  if (!stopping) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message)
    // On another branch the migrations differ; demo data is not worth keeping for that.
    if (/edited after it was applied|its file is missing/.test(message))
      console.error('or forget this data: npm run reset')
    stop('the start failed', 1)
  }
}

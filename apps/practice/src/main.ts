// node main.ts run | history

import pino from 'pino'
import { loadHistory } from './history/load.ts'
import { startPractice } from './run.ts'
import { readSettings, type Settings, WrongSetting } from './settings.ts'

type Log = pino.Logger

const commands: Readonly<Record<string, (settings: Settings, log: Log) => Promise<void>>> = {
  async run(settings, log) {
    const practice = await startPractice(settings, log)
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), 10_000).unref()
      void practice.stop().then(() => process.exit(0))
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    const lost = await practice.ended
    // Another process may have the market now; a new start waits for its turn.
    if (lost) throw lost
  },
  async history(settings, log) {
    const from = performance.now()
    const loaded = await loadHistory(settings, Date.now())
    const seconds = Math.round(performance.now() - from) / 1_000
    if (loaded) log.info({ ...loaded, seconds }, 'history loaded')
    else log.info('there is history already')
  },
}

const command = commands[process.argv[2] ?? '']
if (!command) {
  process.stderr.write(`usage: node main.ts ${Object.keys(commands).join(' | ')}\n`)
  process.exit(2)
}
try {
  const settings = readSettings(process.env)
  const log = pino({
    level: settings.logLevel,
    base: { role: 'practice', pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  })
  await command(settings, log)
} catch (error) {
  // A problem that the operator must fix is shown without a stack; anything else keeps its stack.
  const said =
    error instanceof WrongSetting ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${said}\n`)
  process.exit(1)
}

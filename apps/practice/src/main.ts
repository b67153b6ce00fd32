// node main.ts run | history | beacon | propose | approve | mentors | first-day

import { runCommand } from '@fairlot/process/command'
import { logOptions } from '@fairlot/process/log'
import { stopOnSignals } from '@fairlot/process/stop'
import pino from 'pino'
import { startBeacon } from './beacon/serve.ts'
import { readBeaconSettings } from './beacon/settings.ts'
import { playFirstDay } from './first-day/play.ts'
import { readFirstDaySettings } from './first-day/settings.ts'
import { loadHistory } from './history/load.ts'
import { startMentors } from './mentors/run.ts'
import { readMentorSettings } from './mentors/settings.ts'
import { startOperator } from './offers/run.ts'
import { readOperatorSettings } from './offers/settings.ts'
import { startPractice } from './run.ts'
import { readSettings } from './settings.ts'

const stopLimitMs = 10_000

function start() {
  const settings = readSettings(process.env)
  return { settings, log: pino(logOptions('practice', settings.logLevel)) }
}

async function operate(part: 'propose' | 'approve'): Promise<void> {
  const settings = readOperatorSettings(process.env)
  const log = pino(logOptions(`practice-${part}`, settings.logLevel))
  stopOnSignals(await startOperator(part, settings, log), log, stopLimitMs)
}

await runCommand(
  {
    async run() {
      const { settings, log } = start()
      stopOnSignals(await startPractice(settings, log), log, stopLimitMs)
    },
    async history() {
      const { settings, log } = start()
      const from = performance.now()
      const loaded = await loadHistory(settings, Date.now())
      const seconds = Math.round(performance.now() - from) / 1_000
      if (loaded) log.info({ ...loaded, seconds }, 'history loaded')
      else log.info('the history is already loaded')
    },
    async beacon() {
      const settings = readBeaconSettings(process.env)
      const log = pino(logOptions('beacon', settings.logLevel))
      stopOnSignals(await startBeacon(settings, log), log, stopLimitMs)
    },
    async mentors() {
      const settings = readMentorSettings(process.env)
      const log = pino(logOptions('practice-mentors', settings.logLevel))
      stopOnSignals(await startMentors(settings, log), log, stopLimitMs)
    },
    async 'first-day'() {
      const settings = readFirstDaySettings(process.env)
      const log = pino(logOptions('first-day', settings.logLevel))
      const stopping = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
      await playFirstDay(settings, log, stopping.signal)
    },
    propose: () => operate('propose'),
    approve: () => operate('approve'),
  },
  process.argv[2] ?? '',
)

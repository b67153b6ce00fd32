// node main.ts [run | verify]. `run` is the exchange of the shards in SHARDS; `verify` reads the log of every shard in
// PostgreSQL, replays it and exits with 1 when anything differs.

import { readConfig, WrongConfig } from './config.ts'
import { startExchange } from './exchange.ts'
import { verify } from './verify.ts'

const stopLimitMs = 15_000

const commands: Readonly<Record<string, () => Promise<void>>> = {
  async run() {
    const exchange = await startExchange(readConfig(process.env))
    let asked = false
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(1)
      asked = true
      exchange.log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), stopLimitMs).unref()
      void exchange.stop().then(() => process.exit(0))
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    await exchange.ended
    // Every shard is halted: an operator must investigate before it starts again.
    if (!asked) {
      await exchange.stop()
      process.exit(1)
    }
  },
  async verify() {
    const databaseUrl = process.env['DATABASE_URL']
    if (!databaseUrl) throw new WrongConfig('DATABASE_URL: is not set')
    const reports = await verify(databaseUrl)
    for (const report of reports) process.stdout.write(`${JSON.stringify(report)}\n`)
    process.exitCode = reports.every(({ faults }) => faults.length === 0) ? 0 : 1
  },
}

const name = process.argv[2] ?? 'run'
const command = commands[name]
if (!command) {
  process.stderr.write(`usage: node main.ts ${Object.keys(commands).join(' | ')}\n`)
  process.exit(2)
}
try {
  await command()
} catch (error) {
  // A problem that the operator must fix is shown without a stack; anything else keeps its stack.
  const isPlain = error instanceof WrongConfig || !(error instanceof Error)
  process.stderr.write(`${isPlain ? String(error) : (error.stack ?? error.message)}\n`)
  process.exit(1)
}

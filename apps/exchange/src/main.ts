// node main.ts [run | verify | accept-log | healthcheck]. `run` is the exchange of the shards in SHARDS; `verify` reads the log of every shard in
// PostgreSQL, replays it and exits with 1 when anything differs; `accept-log` lets a shard trade again whose log went back.

import { runCommand } from '@fairlot/process/command'

// Each command loads its own modules: a health check runs every few seconds in every container.

const stopLimitMs = 15_000

await runCommand(
  {
    async run() {
      const [{ startExchange }, { readConfig }, { stopOnSignals }] = await Promise.all([
        import('./exchange.ts'),
        import('./config.ts'),
        import('@fairlot/process/stop'),
      ])
      const exchange = await startExchange(readConfig(process.env))
      const stopping = stopOnSignals(exchange, exchange.log, stopLimitMs)
      await exchange.ended
      // Every shard is halted: an operator must investigate before it starts again.
      if (!stopping.aborted) {
        await exchange.stop()
        process.exit(1)
      }
    },
    async healthcheck() {
      const { healthcheck } = await import('@fairlot/process/healthcheck')
      if (!(await healthcheck(process.env, 9_110, (line) => process.stdout.write(`${line}\n`))))
        process.exitCode = 1
    },
    async verify() {
      const [{ readEnvironment }, { verify }] = await Promise.all([
        import('@fairlot/process/config'),
        import('./verify.ts'),
      ])
      const databaseUrl = readEnvironment(process.env, (env) => env.databaseUrl())
      const reports = await verify(databaseUrl)
      for (const report of reports) process.stdout.write(`${JSON.stringify(report)}\n`)
      process.exitCode = reports.every(({ faults }) => faults.length === 0) ? 0 : 1
    },
    // As the owner of the database, after the comparison of docs/operating/backup.md.
    'accept-log': async () => {
      const [{ readAddress }, { acceptLog }] = await Promise.all([
        import('@fairlot/process/config'),
        import('./accept-log.ts'),
      ])
      const url = readAddress(process.env, 'DATABASE_OWNER_URL')
      const isDone = await acceptLog(url, process.argv.slice(3), (line) => process.stdout.write(`${line}\n`))
      if (!isDone) process.exitCode = 1
    },
  },
  process.argv[2] ?? 'run',
)

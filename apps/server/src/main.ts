// node main.ts api | console | console-app | worker | settlement | quotes | live | migrate | seed | import-prices <file>... |
// import-fundamentals [--date=yyyy-mm-dd] <file>... |
// import-bank-statement <file>... | payout-file <batch> | verify-audit <public key>... | build-trees [date] |
// verify-trees <public key>... | rotate-keys | check-restore | healthcheck

import { runCommand } from '@fairlot/process/command'
import { readAddress, WrongConfig } from '@fairlot/process/config'

const commands: Readonly<Record<string, () => Promise<void>>> = {
  async api() {
    const [{ startApi }, { config, stopOnSignals }] = await Promise.all([import('./roles/api.ts'), start()])
    const api = await startApi(config)
    stopOnSignals(api.runtime.stopper, api.runtime.log, config.stopLimitMs)
  },
  async console() {
    const [{ startConsole }, { config, stopOnSignals }] = await Promise.all([
      import('./roles/console.ts'),
      start(),
    ])
    const running = await startConsole(config)
    stopOnSignals(running.runtime.stopper, running.runtime.log, config.stopLimitMs)
  },
  // Reads only its own few variables: it has no secrets, and no other process's configuration.
  'console-app': async () => {
    const [{ startConsoleApp }, { stopOnSignals }] = await Promise.all([
      import('./roles/console-app.ts'),
      import('@fairlot/process/stop'),
    ])
    const running = await startConsoleApp(process.env)
    stopOnSignals(running.stopper, running.log, 15_000)
  },
  async worker() {
    const [{ startWorker }, { config, stopOnSignals }] = await Promise.all([
      import('./roles/worker.ts'),
      start(),
    ])
    const worker = await startWorker(config)
    stopOnSignals(worker.runtime.stopper, worker.runtime.log, config.stopLimitMs)
  },
  async settlement() {
    const [{ startSettlement }, { config, stopOnSignals }] = await Promise.all([
      import('./roles/settlement.ts'),
      start(),
    ])
    const settlement = await startSettlement(config)
    stopOnSignals(settlement.runtime.stopper, settlement.runtime.log, config.stopLimitMs)
  },
  async quotes() {
    const [{ startQuotes }, { config, stopOnSignals }] = await Promise.all([
      import('./roles/quotes.ts'),
      start(),
    ])
    const quotes = await startQuotes(config)
    stopOnSignals(quotes.runtime.stopper, quotes.runtime.log, config.stopLimitMs)
  },
  async live() {
    const [{ startLive }, { config, stopOnSignals }] = await Promise.all([import('./roles/live.ts'), start()])
    const live = await startLive(config)
    stopOnSignals(live.runtime.stopper, live.runtime.log, config.stopLimitMs)
  },
  // For every process of the image: it asks the metrics port of the environment. Exits with 1 when it is not ready.
  async healthcheck() {
    const { healthcheck } = await import('@fairlot/process/healthcheck')
    if (!(await healthcheck(process.env, 9_100, (line) => console.log(line)))) process.exitCode = 1
  },
  async migrate() {
    const { migrate } = await import('@fairlot/database')
    const ownerUrl = readAddress(process.env, 'DATABASE_OWNER_URL')
    const applied = await migrate(ownerUrl)
    console.log(
      applied.length === 0
        ? 'the database is up to date'
        : applied.map((name) => `applied ${name}`).join('\n'),
    )
  },
  // Needs only a reading connection: it should run on a machine without the signing key.
  'verify-audit': async () => {
    const [{ verifyChain }, { openDb }] = await Promise.all([
      import('#features/audit'),
      import('#platform/db'),
    ])
    const url = readAddress(process.env, 'DATABASE_URL')
    const keys = process.argv.slice(3).map((key) => Buffer.from(key, 'base64'))
    const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-verify-audit', statementTimeoutMs: 0 })
    const report = await verifyChain(db, keys)
    await db.close()
    console.log(
      JSON.stringify(report, (_name, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    )
    process.exitCode = report.ok ? 0 : 1
  },
  // Builds the trees of a day before its end: for a demonstration, or before an installation is moved.
  'build-trees': async () => {
    const [{ buildTreesNow }, { config }] = await Promise.all([import('./roles/build-trees.ts'), start()])
    await buildTreesNow(config, process.argv[3], (line) => console.log(line))
  },
  // Like verify-audit: needs only a reading connection.
  'verify-trees': async () => {
    const [{ verifyTrees }, { openDb }] = await Promise.all([
      import('#features/audit'),
      import('#platform/db'),
    ])
    const url = readAddress(process.env, 'DATABASE_URL')
    const keys = process.argv.slice(3).map((key) => Buffer.from(key, 'base64'))
    const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-verify-trees', statementTimeoutMs: 0 })
    const report = await verifyTrees(db, keys)
    await db.close()
    console.log(JSON.stringify(report))
    process.exitCode = report.ok ? 0 : 1
  },
  'import-prices': async () => {
    const files = process.argv.slice(3)
    if (files.length === 0) throw new WrongConfig([{ variable: '<file>', problem: 'is not given' }])
    const [{ importPriceFiles }, { config }] = await Promise.all([
      import('./roles/import-prices.ts'),
      start(),
    ])
    if (!(await importPriceFiles(config, files, (line) => console.log(line)))) process.exitCode = 1
  },
  'import-fundamentals': async () => {
    const files = process.argv.slice(3)
    if (files.length === 0) throw new WrongConfig([{ variable: '<file>', problem: 'is not given' }])
    const [{ importFundamentalFiles }, { config }] = await Promise.all([
      import('./roles/import-fundamentals.ts'),
      start(),
    ])
    if (!(await importFundamentalFiles(config, files, (line) => console.log(line)))) process.exitCode = 1
  },
  // For an installation: development makes its own. Prints the file, and writes nothing.
  'make-secrets': async () => {
    const { makeSecrets } = await import('./roles/make-secrets.ts')
    makeSecrets(process.argv.slice(3), (line) => console.log(line))
  },
  // Run it after a new key was made current in the secrets file and every process has read it: then the old key may go.
  'rotate-keys': async () => {
    const [{ rotateKeysNow }, { config }] = await Promise.all([import('./roles/rotate-keys.ts'), start()])
    await rotateKeysNow(config, (line) => console.log(line))
  },
  // Like migrate: needs only a connection of the owner.
  'add-operator': async () => {
    const { addOperator } = await import('./roles/add-operator.ts')
    await addOperator(process.argv.slice(3), (line) => console.log(line))
  },
  // Like migrate: needs only a connection of the owner.
  'voting-key-code': async () => {
    const { printKeyCode } = await import('./roles/add-operator.ts')
    await printKeyCode(process.argv.slice(3), (line) => console.log(line))
  },
  'seed-operators': async () => {
    const [{ seedOperators }, { config }] = await Promise.all([import('./roles/seed-operators.ts'), start()])
    await seedOperators(config, (line) => console.log(line), process.argv[3] === 'first-day')
  },
  // After a logical restore: reports whether a step is missing, and which. Needs only a connection.
  'check-restore': async () => {
    const [{ restoreFault }, { openDb }] = await Promise.all([
      import('@fairlot/process/durability'),
      import('#platform/db'),
    ])
    const url = readAddress(process.env, 'DATABASE_OWNER_URL')
    const db = openDb({ url, poolSize: 1, applicationName: 'fairlot-check-restore' })
    const fault = await restoreFault(db)
    await db.close()
    console.log(fault ?? 'the transaction numbers are right: nothing to do')
    if (fault !== undefined) process.exitCode = 1
  },
  // Like migrate: needs only a connection of the owner.
  'record-drill': async () => {
    const { recordDrillNow } = await import('./roles/record-drill.ts')
    await recordDrillNow(process.argv.slice(3), (line) => console.log(line))
  },
  'import-bank-statement': async () => {
    const files = process.argv.slice(3)
    if (files.length === 0) throw new WrongConfig([{ variable: '<file>', problem: 'is not given' }])
    const [{ importStatementFiles }, { config }] = await Promise.all([
      import('./roles/import-bank-statement.ts'),
      start(),
    ])
    if (!(await importStatementFiles(config, files, (line) => console.log(line)))) process.exitCode = 1
  },
  // Contains complete account numbers: run it with the worker's connection, and protect the file accordingly.
  'payout-file': async () => {
    const batch = process.argv[3]
    if (batch === undefined) throw new WrongConfig([{ variable: '<batch>', problem: 'is not given' }])
    const [{ printPayoutFile }, { config }] = await Promise.all([import('./roles/payout-file.ts'), start()])
    if (!(await printPayoutFile(config, batch, (text) => process.stdout.write(text)))) process.exitCode = 1
  },
  async seed() {
    const [{ seed }, { config }] = await Promise.all([import('./roles/seed.ts'), start()])
    await seed(config, (line) => console.log(line))
  },
}

async function start() {
  const [{ readConfig }, { stopOnSignals }] = await Promise.all([
    import('#platform/config'),
    import('@fairlot/process/stop'),
  ])
  return { config: readConfig(process.env), stopOnSignals }
}

await runCommand(commands, process.argv[2] ?? '')

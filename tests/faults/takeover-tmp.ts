import { startTestCluster, cloneDatabase } from '/work/main/packages/testkit/src/cluster.ts'
import { spawnExchange } from '/work/main/tests/faults/support/exchange-process.ts'
import { startLoad, submitAll } from '/work/main/tests/faults/support/load.ts'
import { createOrderFlow } from '/work/main/tests/faults/support/order-flow.ts'
const cluster = await startTestCluster()
const db = await cloneDatabase(cluster)
const flow = createOrderFlow({ seed: 5, symbols: 10, quotes: 10 })
await submitAll(db.workerUrl, flow.opening())
const spawn = () => spawnExchange({ databaseUrl: db.exchangeUrl, natsUrl: cluster.natsUrl, namespace: db.name, shards: '0,1,2,3', env: { SNAPSHOT_COMMANDS: '200', PRUNE_SECONDS: '1' } })
let a = await spawn(); await a.untilReady()
const load = startLoad({ databaseUrl: db.practiceUrl, flow, perSecond: 300, nats: { url: cluster.natsUrl, namespace: db.name } })
for (let i = 0; i < 25; i++) {
  const b = await spawn()
  while (b.lines.filter((l) => l.includes('standing by')).length < 4) await new Promise((r) => setTimeout(r, 20))
  await new Promise((r) => setTimeout(r, 300 * Math.random()))
  const t = performance.now()
  await a.kill()
  while (!(await b.isReady())) await new Promise((r) => setTimeout(r, 10))
  const ms = performance.now() - t
  console.log(i, Math.round(ms), ms > 3000 ? b.lines.join('\n') : '')
  a = b
}
await load.stop(); await a.kill(); await db.close(); await cluster.stop()

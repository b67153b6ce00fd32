// npm run reset: deletes the data of the development stack. The next npm start begins with a fresh demo.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { inDev, readLayout } from './stack/layout.ts'
import { takeLock } from './stack/lock.ts'
import { endOrphans } from './stack/processes.ts'

// Files unpacked by npm run setup are not data, and fetching them again needs the network.
const kept = new Set(['bin', 'start.lock'])

const layout = readLayout()
if (!existsSync(layout.devFolder)) {
  console.log('there is nothing to reset')
  process.exit(0)
}
const lock = takeLock(inDev(layout, 'start.lock'), 'a reset')
if ('holder' in lock) {
  console.error(`Fairlot is running (process ${lock.holder.pid}). Stop it first: kill ${lock.holder.pid}`)
  process.exit(1)
}
await endOrphans(lock.orphans)
for (const name of readdirSync(layout.devFolder)) {
  if (!kept.has(name)) rmSync(inDev(layout, name), { recursive: true })
}
lock.release()
console.log('reset: the next npm start begins afresh')

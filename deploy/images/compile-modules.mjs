// Runs once while the image is made: loads the modules of every process, so that Node keeps them compiled.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'

const roles = '/app/apps/server/src/roles'
for (const role of ['api', 'console', 'console-app', 'worker', 'settlement', 'quotes', 'live'])
  if (readdirSync(roles).includes(`${role}.ts`)) await import(`${roles}/${role}.ts`)
await import('/app/apps/exchange/src/exchange.ts')
// The programs themselves, which run as soon as they are loaded: nothing answers here, and Node writes the cache at the end.
for (const app of ['server', 'exchange'])
  spawnSync(process.execPath, [`/app/apps/${app}/src/main.ts`, 'healthcheck'])
flushCompileCache()
process.exit(0)

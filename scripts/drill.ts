// npm run drill -- failover: runs tests/drills/failover.ts, which starts real servers, breaks them and writes
// evidence/drill-failover.json. Without a name it lists the drills. docs/operating/drills.md describes each.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'tests/drills')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const [name, ...args] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run drill -- <name>; there are: ${names.join(', ')}`)
  process.exit(1)
}
const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], { cwd: root, stdio: 'inherit' })
// The drill stops its servers itself. In a terminal Ctrl-C reaches it twice, which it allows.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('close', (code) => process.exit(code ?? 1))

// npm run bench -- ledger: runs bench/ledger.ts, whose last line is JSON with at least `name` and `ratio`, and stores
// that line with its circumstances in evidence/<name>.json. Without a name it lists the benches.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { writeEvidence } from './evidence.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'bench')
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -3))
  : []
const [name, ...args] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(
    `usage: npm run bench -- <name>; there ${names.length === 1 ? 'is' : 'are'}: ${names.join(', ') || 'none yet'}`,
  )
  process.exit(1)
}

const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
// One line is delayed, so that the result is printed last, after the note about the file.
let last = ''
createInterface({ input: child.stdout }).on('line', (line) => {
  if (line.trim() === '') return
  if (last !== '') console.log(last)
  last = line
})
const code = await new Promise<number>((done) => child.once('close', (status) => done(status ?? 1)))
if (code !== 0) {
  console.log(last)
  process.exit(code)
}

const result = readResult(last)
if (!result) {
  console.error(
    `bench/${name}.ts must end with a line of JSON that has "name" and "ratio"; it ended with: ${last}`,
  )
  process.exit(1)
}
writeEvidence(root, name, result)
console.log(last)

function readResult(line: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(line) as Record<string, unknown>
    return typeof value.name === 'string' && typeof value.ratio === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@fairlot/testkit/services/process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portsFrom } from '../stack/layout.ts'
import { markOf } from '../stack/processes.ts'
import { examine, type Finding } from './examine.ts'
import { detectSystem, installLine, readGround, type Ground } from './ground.ts'

let folder: string
let ground: Ground

// A copy of the parts of the checkout that the doctor reads, so that a fault can be planted in it.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-doctor-'))
  const seen = readGround()
  const { root } = seen.layout
  for (const part of ['database', 'scripts', 'package-lock.json', 'packages/testkit']) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules') && !path.includes('.test.'),
    })
  }
  // The packages are shared; only npm's own record of them is a copy that a test can change.
  mkdirSync(join(folder, 'node_modules'))
  cpSync(join(root, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
  const portBase = Math.floor((await findFreePort()) / 100) * 100
  ground = {
    ...seen,
    system: 'debian',
    layout: { root: folder, devFolder: join(folder, '.dev'), portBase, ports: portsFrom(portBase) },
  }
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The finding of one check; asserts that a fault names a command to run. */
async function finding(name: string, changed: Partial<Ground> = {}): Promise<Finding> {
  const [found] = await examine({ ...ground, ...changed }, [name])
  if (!found) throw new Error(`the doctor does not check ${name}`)
  if (found.state === 'fault') expect(found.fix, name).toMatch(/^(npm|sudo|chmod|git|FAIRLOT_)/)
  return found
}

const faultOf = async (name: string, changed: Partial<Ground> = {}): Promise<string> => {
  const found = await finding(name, changed)
  expect(found.state, `${name}: ${found.detail}`).toBe('fault')
  return `${found.detail} | ${found.fix}`
}

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return path
}

test('the doctor names an old Node', async () => {
  expect(await faultOf('Node', { nodeVersion: '20.20.2' })).toBe('20.20.2, needs 24 | npm ci')
})

test('the doctor names an old npm', async () => {
  expect(await faultOf('npm', { npmVersion: '9.2.0' })).toContain('9.2.0, needs 11')
})

test('the doctor names a missing PostgreSQL', async () => {
  expect(await faultOf('PostgreSQL', { postgresFolder: undefined })).toContain('not found | npm run setup')
})

test('the doctor names an old PostgreSQL', async () => {
  script('postgres', 'echo "postgres (PostgreSQL) 13.4"')
  expect(await faultOf('PostgreSQL', { postgresFolder: folder })).toContain('13.4.0, needs 15')
})

test('the doctor names a missing and an old nats-server', async () => {
  expect(await faultOf('NATS', { natsServer: undefined })).toContain('not found | npm run setup')
  const old = script('nats-server', 'echo "nats-server: v2.9.10"')
  expect(await faultOf('NATS', { natsServer: old })).toContain('2.9.10, needs 2.12.3 or newer')
})

test('the doctor names a missing Redis', async () => {
  expect(await faultOf('Redis', { redisServer: undefined })).toContain('npm run setup')
})

test('the doctor names a missing Chromium', async () => {
  expect(await faultOf('Chromium', { chromium: join(folder, 'chromium') })).toContain('npm run setup')
})

test('the doctor names a missing Chinese font', async () => {
  expect(await faultOf('Chinese font', { chineseFonts: '' })).toContain('npm run setup')
})

test('the doctor names a taken port and another base', async () => {
  const { portBase, ports } = ground.layout
  const other = createServer().listen(ports.redis, '127.0.0.1')
  await once(other, 'listening')
  try {
    const text = await faultOf('ports')
    expect(text).toBe(
      `taken by another program: ${ports.redis} (redis) | FAIRLOT_PORT_BASE=${portBase + 1000} npm start`,
    )
  } finally {
    other.close()
  }
})

test('the doctor names a stale lock and the processes left running', async () => {
  const child = spawn('sleep', ['60'])
  await once(child, 'spawn')
  mkdirSync(ground.layout.devFolder)
  const content = {
    holder: { name: 'start', pid: 999_999_999, began: '1' },
    address: '',
    children: [markOf('worker', child.pid!)],
  }
  writeFileSync(join(ground.layout.devFolder, 'start.lock'), JSON.stringify(content))
  expect(await faultOf('lock')).toBe(
    `left by a start that was killed, left running: worker (${child.pid}) | npm start`,
  )
  child.kill()
})

test('the doctor names an edited migration', async () => {
  mkdirSync(ground.layout.devFolder)
  const applied = [{ number: 1, name: '0001_platform.sql', checksum: 'the checksum of another text' }]
  writeFileSync(join(ground.layout.devFolder, 'migrations.json'), JSON.stringify(applied))
  expect(await faultOf('migrations')).toContain('0001_platform.sql: edited after it was applied')
})

test('the doctor names a schema dump that is out of date', async () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(join(readGround().layout.root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'database/schema.sql'), 'CREATE TABLE gone ();\n')
  expect(await faultOf('schema dump')).toContain('npm run schema')
})

test('the doctor names packages that differ from the lockfile', async () => {
  const file = join(folder, 'node_modules/.package-lock.json')
  writeFileSync(file, JSON.stringify({ packages: {} }))
  expect(await faultOf('packages')).toMatch(/missing, the lockfile says .* \| npm ci/)
  rmSync(file)
  expect(await faultOf('packages')).toBe('node_modules is missing | npm ci')
})

test('the doctor names a full disk', async () => {
  expect(await faultOf('disk', { freeBytesWanted: Number.MAX_SAFE_INTEGER })).toContain('npm run reset')
})

test('the doctor names a .dev folder that cannot be written', async () => {
  writeFileSync(ground.layout.devFolder, 'a file where the folder should be')
  expect(await faultOf('.dev folder')).toContain('cannot be written')
})

test('the doctor names secrets that others may read', async () => {
  mkdirSync(ground.layout.devFolder)
  const file = join(ground.layout.devFolder, 'secrets.json')
  writeFileSync(file, '{}', { mode: 0o644 })
  expect(await faultOf('secrets')).toContain(`chmod 600 ${file}`)
})

test('the doctor knows the install line of other systems', () => {
  expect(detectSystem('ID=ubuntu\nID_LIKE=debian\n', 'linux')).toBe('debian')
  expect(detectSystem('ID="fedora"\n', 'linux')).toBe('fedora')
  expect(detectSystem('ID=manjaro\nID_LIKE=arch\n', 'linux')).toBe('arch')
  expect(detectSystem('', 'darwin')).toBe('macos')
  expect(installLine('macos', 'nats')).toBe('brew install nats-server')
  expect(installLine('fedora', 'redis')).toBe('sudo dnf install -y valkey')
  expect(installLine('arch', 'postgres')).toBe('sudo pacman -S --needed --noconfirm postgresql')
})

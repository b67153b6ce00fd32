// The units of deploy/systemd are read by systemd itself; they are not started here. `systemd-analyze verify` exits with
// 0 even for an unknown key, so any output is a fault.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { shards } from '@fairlot/contract/venue'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const roles = ['api', 'console', 'console-app', 'worker', 'settlement', 'quotes', 'live']
const analyze = findOnPath('systemd-analyze')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-systemd-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string): string => readFileSync(join(root, 'deploy/systemd', name), 'utf8')

/** Writes an instance of a unit, with a Node that exists here; returns its path. */
function instance(template: string, name: string, change = (text: string) => text): string {
  const path = join(folder, template.replace('@', `@${name}`))
  writeFileSync(path, change(read(template)).replace('/usr/bin/node', process.execPath))
  return path
}

const verify = (...paths: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(analyze!, ['verify', ...paths], { encoding: 'utf8' })
  return stdout + stderr
}

test('the units name programs that exist and commands they have', () => {
  const main = readFileSync(join(root, 'apps/server/src/main.ts'), 'utf8')
  for (const role of roles)
    expect(main, role).toMatch(new RegExp(`^ {2}(async ${role}\\(|'${role}': async)`, 'm'))
  for (const unit of ['fairlot@.service', 'fairlot-exchange@.service']) {
    const [, program] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(read(unit))!
    expect(existsSync(join(root, program!)), unit).toBe(true)
  }
})

test.skipIf(analyze === undefined)('systemd finds no fault in the units', () => {
  const units = [
    ...roles.map((role) => instance('fairlot@.service', role)),
    ...shards.map((shard) => instance('fairlot-exchange@.service', String(shard))),
  ]
  expect(verify(...units)).toBe('')
  const planted = instance('fairlot@.service', 'planted', (text) => text.replace('UMask=', 'Umaks='))
  expect(verify(planted)).toContain('Umaks')
})

test.skipIf(analyze === undefined)('systemd judges the units as well confined', () => {
  for (const unit of [instance('fairlot@.service', 'api'), instance('fairlot-exchange@.service', '0')]) {
    const args = ['security', '--offline=true', '--threshold=20', unit]
    const { status, stdout } = spawnSync(analyze!, args, { encoding: 'utf8' })
    expect(stdout).toMatch(/Overall exposure level for \S+: [01]\.\d OK/)
    expect(status).toBe(0)
  }
})

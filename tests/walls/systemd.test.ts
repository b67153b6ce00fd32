// The units of deploy/systemd are read by systemd itself; they are not started here. `systemd-analyze verify` exits with
// 0 even for an unknown key, so any output is a fault. The variables are read by the process that gets them.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { natsUsers, shards } from '@fairlot/contract/venue'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig as readExchangeConfig } from '../../apps/exchange/src/config.ts'
import { configVariables, readConfig } from '../../apps/server/src/platform/config.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { consoleAppVariables } from '../../apps/server/src/roles/console-app.ts'

const root = resolve(import.meta.dirname, '../..')
const roles = ['api', 'console', 'worker', 'settlement', 'quotes', 'live']
const units = [
  'fairlot@.service',
  'fairlot-exchange@.service',
  'fairlot-console-app.service',
  'fairlot-nats.service',
]
const analyze = findOnPath('systemd-analyze')
const missing = 'systemd-analyze is not installed: apt-get install systemd'
/** systemd's exposure, times ten: 0 is closed, 100 open. */
const threshold = 15
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-systemd-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string): string => readFileSync(join(root, 'deploy/systemd', name), 'utf8')

/** Writes a unit, with programs that exist here; returns its path. */
function instance(template: string, name: string, change = (text: string) => text): string {
  const path = join(folder, template.replace('@', `@${name}`))
  const text = change(read(template)).replace('/usr/local/bin/node', process.execPath)
  writeFileSync(path, text.replace('/usr/local/bin/nats-server', process.execPath))
  return path
}

const verify = (...paths: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(analyze!, ['verify', ...paths], { encoding: 'utf8' })
  return stdout + stderr
}

const environmentOf = (...names: readonly string[]): Record<string, string> => {
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  const text = names.map((name) => read(`env/${name}.env`)).join('\n')
  return parseEnv(
    text.replaceAll(/\/etc\/fairlot\/\S+/g, secrets).replaceAll(/\/opt\/fairlot\/\S+/g, folder),
  ) as Record<string, string>
}

test('the units name programs that exist and commands they have', () => {
  const main = readFileSync(join(root, 'apps/server/src/main.ts'), 'utf8')
  for (const role of [...roles, 'console-app'])
    expect(main, role).toMatch(new RegExp(`^ {2}(async ${role}\\(|'${role}': async)`, 'm'))
  for (const unit of units.filter((name) => name !== 'fairlot-nats.service')) {
    const [, program] = /^ExecStart=\/usr\/local\/bin\/node (\S+)/m.exec(read(unit))!
    expect(existsSync(join(root, program!)), unit).toBe(true)
  }
})

test('each process accepts its variables', () => {
  for (const role of roles) {
    const environment = environmentOf('server', role)
    expect(readConfig(environment), role).toBeDefined()
    expect(Object.keys(environment).filter((name) => !configVariables.includes(name))).toEqual([])
    expect(environment['DATABASE_URL'], role).toContain(`//fairlot_${role}@`)
    expect(read(`env/${role}.env`)).toContain(
      `DATABASE_PASSWORD_FILE=/etc/fairlot/private/database-${role}.password`,
    )
    expect(environment['NATS_USER']).toBe(role)
  }
  expect(readExchangeConfig({ ...environmentOf('exchange'), SHARDS: '2' }).shards).toEqual([2])
  const own = Object.keys(environmentOf('console-app'))
  expect(own.filter((name) => !consoleAppVariables.includes(name))).toEqual([])
})

test('no variable of a process is a secret itself', () => {
  const secrets: string[] = []
  for (const name of [...roles, 'server', 'exchange', 'console-app'])
    for (const line of read(`env/${name}.env`).split('\n')) {
      const [variable, value = ''] = line.split('=', 2) as [string, string?]
      if (variable.startsWith('#')) continue
      if (/PASSWORD|SECRET|KEY/.test(variable) && !/_FILE=\/etc\/fairlot\//.test(line)) secrets.push(line)
      if (URL.canParse(value) && new URL(value).password !== '') secrets.push(line)
    }
  expect(secrets).toEqual([])
})

test('the proxies of both machines reach what they serve', () => {
  const proxy = readFileSync(join(root, 'deploy/proxy/haproxy.cfg'), 'utf8')
  const served = { api: 'PORT', live: 'PORT', 'console-app': 'CONSOLE_PORT' }
  for (const [name, variable] of Object.entries(served)) {
    const environment = environmentOf(name)
    expect(environment['HOST'], name).not.toMatch(/^127[.]/)
    for (const machine of ['app-1', 'app-2'])
      expect(proxy).toContain(
        ` ${machine}:${environment[variable]} check port ${environment['METRICS_PORT']}`,
      )
  }
  // The console's API believes console-app of its own machine only.
  expect(environmentOf('server', 'console')).toMatchObject({ HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' })
})

test('the unit of NATS gets a password for each user', () => {
  const names = natsUsers.map((user) => `NATS_${user.toUpperCase()}_PASSWORD`)
  expect(Object.keys(environmentOf('nats')).toSorted()).toEqual(['NATS_NODE', ...names].toSorted())
})

test('Prometheus reads each process at its own port', () => {
  const [{ targets }] = parse(readFileSync(join(root, 'deploy/observe/targets/systemd.yml'), 'utf8')) as [
    { targets: string[] },
  ]
  const wanted = [...roles, 'console-app'].map((name) => Number(environmentOf(name)['METRICS_PORT']))
  expect(read('fairlot-exchange@.service')).toContain('METRICS_PORT=911%i')
  const all = [...wanted, ...shards.map((shard) => 9_110 + shard)].sort((one, other) => one - other)
  expect(new Set(all).size).toBe(all.length)
  for (const host of ['app-1', 'app-2']) {
    const ports = targets
      .filter((target) => target.startsWith(`${host}:`))
      .map((target) => Number(target.split(':')[1]))
    expect(ports).toEqual(all)
  }
})

test('the users of the units and folders are made by sysusers', () => {
  const made = [...read('sysusers.conf').matchAll(/^u (\S+)/gm)].map((match) => match[1]!)
  const used = units.flatMap((unit) =>
    [...read(unit).matchAll(/^(?:User|Group)=(\S+)$/gm)].map((match) => match[1]!),
  )
  const owners = [...read('tmpfiles.conf').matchAll(/^d \S+ +\d+ +(\S+) +(\S+)/gm)].flatMap((match) => [
    match[1]!,
    match[2]!,
  ])
  expect([...used, ...owners].filter((name) => name !== 'root' && !made.includes(name))).toEqual([])
  expect(new Set(used).size).toBe(units.length)
})

test('systemd finds no fault in the units', ({ skip }) => {
  skip(analyze === undefined, missing)
  const paths = [
    ...roles.map((role) => instance('fairlot@.service', role)),
    ...shards.map((shard) => instance('fairlot-exchange@.service', String(shard))),
    instance('fairlot-console-app.service', ''),
    instance('fairlot-nats.service', ''),
    instance('fairlot.target', ''),
  ]
  expect(verify(...paths)).toBe('')
  const planted = instance('fairlot@.service', 'planted', (text) => text.replace('UMask=', 'Umaks='))
  expect(verify(planted)).toContain('Umaks')
})

test('systemd judges the units as well confined', ({ skip }) => {
  skip(analyze === undefined, missing)
  for (const unit of units) {
    const path = instance(unit, unit.includes('exchange') ? '0' : 'api')
    const args = ['security', '--offline=true', `--threshold=${threshold}`, path]
    const { status, stdout } = spawnSync(analyze!, args, { encoding: 'utf8' })
    expect(stdout).toMatch(/Overall exposure level for \S+: [01]\.\d OK/)
    expect(status, unit).toBe(0)
  }
})

// deploy/compose/ha.yaml: three database servers, three of NATS, two copies of each process of the trial. Docker Compose
// renders it where it is installed. It has not been run.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { configVariables } from '../../apps/server/src/platform/config.ts'
import { type ClusterPlan, renderCluster } from '../../scripts/cluster/render.ts'

interface Service {
  readonly image?: string
  readonly restart?: string
  readonly extends?: { readonly file: string; readonly service: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: { readonly default: { readonly ipv4_address: string } | null }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}

const folder = resolve(import.meta.dirname, '../../deploy/compose')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const textOf = (name: string): string => read(name).replaceAll(/!(override|reset)\b/g, '')
const servicesOf = (text: string): Readonly<Record<string, Service>> =>
  (parse(text, { merge: true }) as { services: Record<string, Service> }).services
const trial = servicesOf(textOf('trial.yaml'))
const ha = servicesOf(textOf('ha.yaml'))
const plan = JSON.parse(read('cluster.json')) as ClusterPlan
const numbers = [1, 2, 3] as const

/** What keeps running, without the practice market and the single servers. */
const processes = Object.entries(trial)
  .filter(
    ([name, { image, restart }]) =>
      image === 'fairlot-server' && restart !== 'no' && !name.startsWith('practice'),
  )
  .map(([name]) => name)

test('every process of the trial runs twice', () => {
  for (const name of processes)
    for (const copy of ['a', 'b'])
      expect(ha[`${name}-${copy}`]?.extends, name).toEqual({ file: 'trial.yaml', service: name })
  const copies = Object.values(ha).filter((service) => processes.includes(service.extends?.service ?? ''))
  expect(copies).toHaveLength(2 * processes.length)
  for (const { extends: of, environment = {} } of copies)
    if (of!.service !== 'console-app') {
      expect(environment['DATABASE_HA'], of!.service).toBe('sync')
      expect(environment['NATS_URL']).toBe(numbers.map((n) => `tls://nats-${n}:4222`).join(','))
    }
})

test('the database servers have the addresses of their plan', () => {
  for (const [index, { name, address }] of plan.servers.entries()) {
    expect(name).toBe(`pg${index + 1}`)
    expect(ha[`etcd-${index + 1}`]!.networks!.default!.ipv4_address).toBe(address)
  }
  expect(ha['postgres']!.networks!.default!.ipv4_address).toBe(plan.proxies[0]!.address)
  const passwords = {
    ownerPassword: 'a',
    replicationPassword: 'b',
    rewindPassword: 'c',
    repositoryPassphrase: 'd',
  }
  const files = [...renderCluster({ ...plan, ...passwords }).keys()]
  const text = read('ha.yaml')
  for (const mounted of text.matchAll(/CLUSTER_FOLDER:\?[^}]*\}\/([\w./]+):/g))
    expect(files).toContain(mounted[1])
})

test('every variable of ha.yaml is in an example', () => {
  const given = Object.keys({ ...parseEnv(read('example.env')), ...parseEnv(read('ha.example.env')) })
  const asked = [...`${read('ha.yaml')}${read('trial.yaml')}`.matchAll(/\$\{(\w+):\?/g)].map(
    ([, name]) => name!,
  )
  expect(asked.filter((name) => !given.includes(name))).toEqual([])
})

test('docker compose renders it, and every process gets known variables', ({ skip }) => {
  const compose = findOnPath('docker-compose')
  if (!compose) skip('docker-compose is not installed: the file was parsed and compared')
  const place = mkdtempSync(join(tmpdir(), 'fairlot-ha-'))
  try {
    const names = [...`${read('example.env')}\n${read('ha.example.env')}`.matchAll(/^(\w+)=/gm)].map(
      ([, name]) => name!,
    )
    writeFileSync(
      join(place, 'env'),
      names.map((name) => `${name}=${/_(FILE|FOLDER)$/.test(name) ? '/x1' : 'x1'}`).join('\n'),
    )
    const { status, stdout, stderr } = spawnSync(
      compose!,
      ['--env-file', join(place, 'env'), '--file', join(folder, 'ha.yaml'), 'config'],
      { encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const rendered = servicesOf(stdout)
    expect(Object.keys(rendered).toSorted()).toEqual(Object.keys(ha).toSorted())
    for (const [name, { environment = {}, read_only: isReadOnly, cap_drop: dropped }] of Object.entries(
      rendered,
    )) {
      expect(isReadOnly, name).toBe(true)
      expect(dropped, name).toEqual(['ALL'])
      if (/^(api|console|worker|settlement|quotes|live)-[ab]$/.test(name))
        expect(Object.keys(environment).filter((variable) => !configVariables.includes(variable))).toEqual([])
    }
  } finally {
    rmSync(place, { recursive: true })
  }
})

// Without the packages of a cluster: its templates render, PostgreSQL knows their settings, and the pages of
// operating name each drill.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findPostgresFolder } from '@fairlot/testkit/services/binaries'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ClusterPlan, fillIn, renderCluster } from '../../scripts/cluster/render.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const example = JSON.parse(read('deploy/postgres/cluster.example.json')) as ClusterPlan
const filled: ClusterPlan = {
  ...example,
  ownerPassword: 'owner',
  replicationPassword: 'replication',
  rewindPassword: 'rewind',
  repositoryPassphrase: 'repository',
}

interface Patroni {
  readonly name: string
  readonly etcd: { readonly hosts: readonly string[] }
  readonly bootstrap: {
    readonly dcs: Readonly<Record<string, unknown>> & {
      readonly postgresql: { readonly parameters: Readonly<Record<string, string | number>> }
    }
  }
  readonly postgresql: { readonly pg_hba: readonly string[] }
}

test('the templates of the cluster render for every machine', () => {
  const files = renderCluster(filled)
  expect([...files.keys()].toSorted()).toEqual([
    'app1/haproxy.cfg',
    'app2/haproxy.cfg',
    ...['pg1', 'pg2', 'pg3'].flatMap((name) => [
      `${name}/etcd.yml`,
      `${name}/patroni.yml`,
      `${name}/pgbackrest.conf`,
    ]),
  ])
  for (const [name, text] of files) expect(text, name).not.toMatch(/\$\{|undefined/)
  const patroni = parse(files.get('pg2/patroni.yml')!) as Patroni
  expect(patroni.name).toBe('pg2')
  expect(patroni.etcd.hosts).toEqual(['10.0.0.11:2379', '10.0.0.12:2379', '10.0.0.13:2379'])
  expect(parse(files.get('pg2/etcd.yml')!)).toMatchObject({ name: 'pg2', 'enable-v2': true })
  expect(files.get('app1/haproxy.cfg')).toContain('server pg3 10.0.0.13:5432 check port 8008')
})

test('the cluster acknowledges nothing without a standby', () => {
  const { dcs } = (parse(renderCluster(filled).get('pg1/patroni.yml')!) as Patroni).bootstrap
  expect(dcs).toMatchObject({
    ttl: 10,
    loop_wait: 2,
    retry_timeout: 3,
    primary_start_timeout: 0,
    synchronous_mode: true,
    synchronous_mode_strict: true,
  })
  expect(dcs.postgresql.parameters).toMatchObject({
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
  })
  expect(read('deploy/postgres/haproxy.cfg')).toContain('on-marked-down shutdown-sessions')
})

test('passwords are required, and the network needs them too', () => {
  expect(() => renderCluster(example)).toThrow(/needs ownerPassword/)
  expect(() => renderCluster({ ...filled, servers: filled.servers.slice(1) })).toThrow(/has 2 servers/)
  expect(() => fillIn('${a}', { a: '${b}' }, 'a file')).toThrow(/contains/)
  const { postgresql } = parse(renderCluster(filled).get('pg1/patroni.yml')!) as Patroni
  const hosts = postgresql.pg_hba.filter((line) => line.startsWith('host'))
  expect(hosts.length).toBeGreaterThan(4)
  for (const line of hosts) expect(line).toMatch(/(scram-sha-256|reject)$/)
})

test('PostgreSQL knows every setting of the cluster', () => {
  const { parameters } = (parse(renderCluster(filled).get('pg1/patroni.yml')!) as Patroni).bootstrap.dcs
    .postgresql
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-settings-'))
  try {
    for (const [name, value] of Object.entries(parameters)) {
      const args = ['-C', name, '-c', `${name}=${value}`, '-D', folder]
      // Without a configuration file it ends with an error, but names an unknown setting or a wrong value before.
      const { stderr } = spawnSync(join(findPostgresFolder()!, 'postgres'), args, { encoding: 'utf8' })
      expect(stderr, name).not.toMatch(/unrecognized configuration parameter|invalid value|requires a/)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the pages of operating name every drill and no other', () => {
  const files = readdirSync(join(root, 'tests/drills'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
  const pages = readdirSync(join(root, 'docs/operating')).filter((name) => name.endsWith('.md'))
  const text = pages.map((name) => read(`docs/operating/${name}`)).join('\n')
  const described = new Set([...text.matchAll(/npm run drill -- ([a-z-]+)/g)].map(([, name]) => name!))
  expect([...described].toSorted()).toEqual(files.toSorted())
  for (const name of files) expect(read(`tests/drills/${name}.ts`)).toContain(`npm run drill -- ${name}`)
  expect(read('scripts/prove.ts')).toContain('drill.ts')
})

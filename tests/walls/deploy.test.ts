// The container files are read here, not run: the compose file with a YAML parser, each process's variables with the
// reader of that process, the settings with PostgreSQL and NATS. A pass does not show that a container starts: nothing
// here pulls an image, runs a health check or opens a port.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { natsAuthorization, natsUsers, shards } from '@fairlot/contract/venue'
import { openTestDatabase } from '@fairlot/testkit'
import { findNatsServer, findPostgresFolder } from '@fairlot/testkit/services/binaries'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig as readExchangeConfig } from '../../apps/exchange/src/config.ts'
import { readSettings } from '../../apps/practice/src/settings.ts'
import { configVariables, readConfig } from '../../apps/server/src/platform/config.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { ensureCertificate } from '../../scripts/stack/certificate.ts'
import { consoleAppVariables } from '../../apps/server/src/roles/console-app.ts'

interface Service {
  readonly image: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
  readonly healthcheck?: object
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly secrets?: readonly string[]
}

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const composeText = read('deploy/compose/trial.yaml')
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>
  volumes: object
  secrets: object
}
/** deploy/images/make.sh makes these from Debian. */
const images = ['fairlot-server', 'fairlot-postgres', 'fairlot-nats', 'fairlot-redis']
const service = (name: string) => compose.services[name]!
const serverRoles = ['api', 'console', 'worker', 'settlement', 'quotes', 'live']
const venue = [...shards.map((shard) => `exchange-${shard}`), 'practice']
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('every service has an image of ours and waits for its dependencies', () => {
  expect(Object.keys(compose.services).sort()).toEqual([
    'api',
    'console',
    'console-app',
    ...shards.map((shard) => `exchange-${shard}`),
    'history',
    'live',
    'migrate',
    'nats',
    'postgres',
    'practice',
    'practice-approve',
    'practice-mentors',
    'practice-propose',
    'quotes',
    'redis',
    'roles',
    'seed',
    'settlement',
    'worker',
  ])
  for (const [name, { image, depends_on }] of Object.entries(compose.services)) {
    expect(images, name).toContain(image)
    for (const [needed, { condition }] of Object.entries(depends_on ?? {})) {
      const runsOnce = ['migrate', 'roles', 'seed', 'history'].includes(needed)
      expect(condition, `${name} after ${needed}`).toBe(
        runsOnce ? 'service_completed_successfully' : 'service_healthy',
      )
      if (!runsOnce) expect(service(needed).healthcheck, needed).toBeDefined()
    }
  }
  for (const name of [...serverRoles, 'console-app', 'seed'])
    expect(service(name).depends_on).toHaveProperty('roles')
  expect(service('history').depends_on).toHaveProperty('seed')
  // The generated past is loaded before the first trade.
  for (const name of venue) expect(service(name).depends_on).toHaveProperty('history')
  expect(shards.map((shard) => service(`exchange-${shard}`).environment['SHARDS'])).toEqual(
    shards.map(String),
  )
})

test('the servers get every required variable and no unknown one', () => {
  for (const name of serverRoles) {
    const given = Object.keys(service(name).environment)
    expect(
      given.filter((variable) => !configVariables.includes(variable)),
      name,
    ).toEqual([])
    expect(given).toEqual(
      expect.arrayContaining([
        'FAIRLOT_MODE',
        'PUBLIC_ORIGIN',
        'DATABASE_URL',
        'NATS_URL',
        'REDIS_URL',
        'SECRETS_FILE',
      ]),
    )
    expect(service(name).environment['FAIRLOT_MODE']).toBe('production')
    expect(service(name).read_only).toBe(true)
  }
})

/** The environment as compose would give it, with an example for each value that the operator fills in. */
function environmentOf(name: string): Record<string, string> {
  const example: Readonly<Record<string, string>> = {
    PUBLIC_ORIGIN: 'https://members.example',
    CONSOLE_ORIGIN: 'https://console.example',
    TRUST_PROXY: '10.1.2.3',
    MARKET_CALENDAR: 'practice',
    PRACTICE_INTENSITY: '1',
  }
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  const filled = Object.entries(service(name).environment).map(([variable, value]) => [
    variable,
    value
      .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_match, asked: string) => example[asked] ?? 'x')
      .replaceAll(/^\/run\/secrets\/\w+$/g, secrets),
  ])
  return Object.fromEntries(filled) as Record<string, string>
}

test('each process accepts the variables that compose gives it', () => {
  for (const name of serverRoles) expect(readConfig(environmentOf(name)), name).toBeDefined()
  for (const shard of shards)
    expect(readExchangeConfig(environmentOf(`exchange-${shard}`)).shards).toEqual([shard])
  expect(readSettings(environmentOf('practice')).intensity).toBe(1)
})

test('health checks need no shell and no word with a space', () => {
  const ours = [...serverRoles, 'console-app', ...shards.map((shard) => `exchange-${shard}`)]
  for (const name of ours) {
    const { test: words } = service(name).healthcheck as { test: readonly string[] }
    expect(words[0], name).toBe('CMD')
    expect(words.at(-1), name).toBe('healthcheck')
    for (const word of words) expect(word).not.toMatch(/\s/)
    expect(existsSync(join(root, words[2]!)), name).toBe(true)
  }
})

test('the servers connect as their own roles, never as the owner', () => {
  for (const name of [...serverRoles, 'console-app', ...venue]) {
    const role = name.replace(/-\d+$/, '').replaceAll('-', '_')
    expect(service(name).environment['DATABASE_URL']).toContain(`//fairlot_${role}:`)
    expect(JSON.stringify(service(name).environment)).not.toContain('OWNER')
  }
})

test('console-app is given its own variables and no secret', () => {
  const { environment, secrets } = service('console-app')
  expect(Object.keys(environment).filter((name) => !consoleAppVariables.includes(name))).toEqual([])
  expect(environment).toHaveProperty('CONSOLE_UPSTREAM')
  expect(secrets).toEqual([])
})

test('only api and console are published, on loopback', () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  )
  expect(published).toEqual(['api 127.0.0.1:8080:8080', 'console-app 127.0.0.1:8090:8090'])
})

test('trial.yaml contains no secret, and example.env names each one', () => {
  const asked = [...composeText.matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]!)
  const example = [...read('deploy/compose/example.env').matchAll(/^(\w+)=(.*)$/gm)]
  expect(example.map((match) => match[2]).join('')).toBe('')
  expect([...new Set(asked)].sort()).toEqual(example.map((match) => match[1]!).sort())
  expect(composeText).not.toMatch(/\$\{\w+:-/)
})

test('mounted files exist', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
  const files = mounts.map((mount) => mount.split(':')[0]!).filter((source) => source.startsWith('.'))
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect(existsSync(join(root, 'deploy/compose', file)), file).toBe(true)
})

test.each(['nats.conf', 'node.conf'])('NATS accepts %s, with TLS and the users of the contract', (name) => {
  const config = read(`deploy/nats/${name}`)
  const users = read('deploy/nats/users.conf')
  expect(users).toContain(natsAuthorization('fairlot', (user) => `$NATS_${user.toUpperCase()}_PASSWORD`))
  expect(config).toMatch(/^include "users[.]conf"$/m)
  writeFileSync(join(folder, 'users.conf'), users)
  // The certificates have another path here.
  const { certFile, keyFile } = ensureCertificate(folder)
  const file = join(folder, name)
  writeFileSync(
    file,
    config
      .replaceAll(/"[^"]*(nats_tls_cert|[.]crt)"/g, JSON.stringify(certFile))
      .replaceAll(/"[^"]*(nats_tls_key|node[.]key)"/g, JSON.stringify(keyFile)),
  )
  const passwords = natsUsers.map((user) => [`NATS_${user.toUpperCase()}_PASSWORD`, 'x'])
  const result = spawnSync(findNatsServer()!, ['-t', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(passwords), NATS_NODE: 'nats-1' },
  })
  expect(result.stderr + result.stdout).toContain('is valid')
  expect(config).toMatch(/^tls \{/m)
  expect(config).not.toMatch(/jetstream/)
})

test('a server joins the NATS cluster only with its CA', () => {
  const cluster = read('deploy/nats/node.conf').split('\ncluster {')[1]!
  expect(cluster).toMatch(/^ {4}verify: true$/m)
  expect(cluster).toMatch(/^ {4}ca_file: /m)
  expect([...cluster.matchAll(/"tls:\/\/nats-\d:6222"/g)]).toHaveLength(3)
})

test('each process signs in on NATS as its own user, over TLS', () => {
  for (const name of [...serverRoles, ...venue]) {
    const user = name.replace(/-\d+$/, '')
    expect(service(name).environment, name).toMatchObject({
      NATS_URL: 'tls://nats:4222',
      NATS_CA_FILE: '/run/secrets/nats_ca',
      NATS_USER: user,
      NATS_PASSWORD_FILE: `/run/secrets/nats_${user}_password`,
    })
    expect(service(name).secrets, name).toEqual(expect.arrayContaining(['nats_ca', `nats_${user}_password`]))
    expect(service(name).secrets!.filter((secret) => secret.endsWith('_password'))).toHaveLength(1)
  }
})

test('PostgreSQL accepts its settings, and they are durable', () => {
  const conf = join(root, 'deploy/postgres/postgresql.conf')
  const asUser =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] : []
  const ask = (setting: string) => {
    const [command, ...args] = [
      ...asUser,
      join(findPostgresFolder()!, 'postgres'),
      '-C',
      setting,
      `--config-file=${conf}`,
      '-D',
      folder,
    ]
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  }
  expect([ask('fsync'), ask('full_page_writes'), ask('synchronous_commit')]).toEqual(['on', 'on', 'on'])
  expect([ask('wal_level'), ask('archive_mode')]).toEqual(['replica', 'on'])
  expect(ask('password_encryption')).toBe('scram-sha-256')
  // Without checksums a flipped bit on disk is read as money; the server refuses to start on such a cluster.
  expect(read('deploy/images/postgres/entry.sh')).toContain('--data-checksums')
})

test('the passwords of the roles are set from the environment', async () => {
  const database = await openTestDatabase()
  const roles = [
    'api',
    'console',
    'console_app',
    'exchange',
    'live',
    'practice',
    'practice_approver',
    'practice_proposer',
    'quotes',
    'reader',
    'seed',
    'settlement',
    'worker',
  ]
  const passwords = roles.map((role) => [`${role.toUpperCase()}_PASSWORD`, `${role}'s`])
  const env = { ...process.env, ...Object.fromEntries(passwords) }
  const psql = join(findPostgresFolder()!, 'psql')
  execFileSync(
    psql,
    [database.ownerUrl, '--set=ON_ERROR_STOP=1', `--file=${join(root, 'deploy/postgres/roles.sql')}`],
    { env, stdio: 'pipe' },
  )
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ rolname: string }>(
    "SELECT rolname FROM pg_authid WHERE rolname LIKE 'fairlot_%' AND rolpassword LIKE 'SCRAM-SHA-256$%' ORDER BY 1",
  )
  expect(rows.map(({ rolname }) => rolname)).toEqual(roles.map((role) => `fairlot_${role}`))
  await client.query(roles.map((role) => `ALTER ROLE fairlot_${role} PASSWORD NULL`).join('; '))
  await client.end()
  await database.close()
})

test('every image is made by make.sh, without a registry', () => {
  const script = read('deploy/images/make.sh')
  for (const image of images) expect(script).toMatch(new RegExp(`build ${image} `))
  for (const path of [
    'Containerfile',
    ...['node', 'postgres', 'nats', 'redis'].map((name) => `${name}/Containerfile`),
  ]) {
    const text = read(`deploy/images/${path}`)
    for (const [, base] of text.matchAll(/^ARG (?:BASE|DEBIAN)=(\S+)$/gm))
      expect(base, path).toMatch(/^fairlot-/)
    for (const [, from] of text.matchAll(/^FROM (\S+)/gm)) expect(from, path).toMatch(/^\$\{(BASE|DEBIAN)\}$/)
    if (path !== 'node/Containerfile') expect(text, path).toMatch(/^USER (node|postgres|nats|redis)$/m)
  }
  expect(read('deploy/images/Containerfile')).toContain('npm sbom')
})

test('every container is read-only and without capabilities', () => {
  for (const [name, { read_only, cap_drop, security_opt }] of Object.entries(compose.services)) {
    expect(read_only, name).toBe(true)
    expect(cap_drop, name).toEqual(['ALL'])
    expect(security_opt, name).toEqual(['no-new-privileges:true'])
  }
})

test('the image uses the repository’s Node and runs as user node', () => {
  const text = read('deploy/images/Containerfile')
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!)
  expect(bases).toEqual(['${BASE}', '${BASE}'])
  expect(/^ARG BASE=(\S+)$/m.exec(text)?.[1]).toBe('fairlot-node')
  // The image has the Node of this npm package.
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  expect(devDependencies.node).toBe(read('.node-version').trim())
  expect(read('deploy/images/make.sh')).toContain('cp node_modules/node/bin/node ')
  expect(text.lastIndexOf('\nUSER node')).toBeGreaterThan(text.lastIndexOf('\nFROM'))
  const copied = [...text.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map((match) => match[1]!)
  for (const path of copied) {
    if (!path.endsWith('/dist') && path !== 'node_modules')
      expect(existsSync(join(root, path)), path).toBe(true)
  }
  const variables = [...text.matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)].map((match) => match[1]!)
  const known = ['NODE_ENV', 'NODE_COMPILE_CACHE', ...configVariables, ...consoleAppVariables]
  expect(variables.filter((name) => !known.includes(name))).toEqual([])
})

test('the proxy removes what clients say about their address', () => {
  const config = read('deploy/proxy/haproxy.cfg')
  for (const frontend of ['members', 'console']) {
    const part = config.split(`\nfrontend ${frontend}\n`)[1]!.split(/\n(?:frontend|backend) /)[0]!
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Request-Id'])
      expect(part, frontend).toContain(`http-request del-header ${header}\n`)
    expect(part).toContain('http-request set-header X-Forwarded-For %[src]\n')
    expect(part).toMatch(/^ {2}bind :\d+ ssl /m)
  }
  // Metrics and readiness are asked by the proxy and never passed on.
  expect(config).not.toMatch(/^ {2}server \S+ \S+:91\d\d/m)
})

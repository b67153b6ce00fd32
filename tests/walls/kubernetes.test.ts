// The manifests of deploy/kubernetes against the compose file and the systemd units: the same processes, variables and
// probes. They have not run in a cluster.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { shards } from '@fairlot/contract/venue'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig as readExchangeConfig } from '../../apps/exchange/src/config.ts'
import { configVariables, readConfig } from '../../apps/server/src/platform/config.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { consoleAppVariables } from '../../apps/server/src/roles/console-app.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/kubernetes')
const roles = ['api', 'console', 'worker', 'settlement', 'quotes', 'live']
const exchanges = shards.map((shard) => `exchange-${shard}`)

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly image: string
  readonly command: readonly string[]
  readonly args: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly securityContext: unknown
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly containers: readonly [Container]
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: any
}

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const manifests = files
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => {
      expect(document.errors, name).toEqual([])
      return document.toJS() as Manifest
    }),
  )
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind)
const named = (kind: string, name: string): Manifest =>
  ofKind(kind).find(({ metadata }) => metadata.name === name)!
const podOf = (name: string): Pod => named('Deployment', name).spec.template.spec as Pod
const jobOf = (name: string): Pod => named('CronJob', name).spec.jobTemplate.spec.template.spec as Pod

let place: string
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'fairlot-kubernetes-'))
  writeFileSync(join(place, 'secrets.json'), JSON.stringify(makeSecretsFile()), { mode: 0o600 })
})
afterAll(() => rmSync(place, { recursive: true }))

const envFile = (name: string): Record<string, string> =>
  parseEnv(readFileSync(join(folder, `${name}.env`), 'utf8')) as Record<string, string>

/** What the process gets, with files that exist here. */
function environmentOf({ containers: [container] }: Pod): Record<string, string> {
  const common = (container.envFrom ?? []).map(({ configMapRef }) => envFile(configMapRef.name))
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))
  const all = Object.entries(Object.assign({}, ...common, own) as Record<string, string>)
  return Object.fromEntries(
    all.map(([name, value]) => [
      name,
      value
        .replace(/^\/run\/secrets\/fairlot\/.*/, join(place, 'secrets.json'))
        .replace(/^\/app\/apps\/.*\/dist$/, place),
    ]),
  )
}

const systemd = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) =>
    Object.keys(parseEnv(readFileSync(join(root, `deploy/systemd/env/${name}.env`), 'utf8'))),
  )

test('the processes are those of compose and systemd', () => {
  const compose = parse(readFileSync(join(root, 'deploy/compose/trial.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image?: string; restart?: string; command?: string[]; entrypoint?: string[] }>
  }
  const wanted = Object.entries(compose.services).filter(
    ([name, { image, restart }]) =>
      image === 'fairlot-server' && restart !== 'no' && !name.startsWith('practice'),
  )
  expect(
    ofKind('Deployment')
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  ).toEqual(wanted.map(([name]) => name).toSorted())
  for (const [name, { command = [], entrypoint }] of wanted) {
    const [container] = podOf(name).containers
    expect(container.command, name).toEqual(entrypoint ?? ['node', 'apps/server/src/main.ts'])
    expect(container.args, name).toEqual(command.length > 0 ? command : ['run'])
    expect(container.image).toBe('fairlot-server')
  }
  expect(jobOf('migrate').containers[0].args).toEqual(compose.services['migrate']!.command)
  expect(jobOf('seed').containers[0].args).toEqual(compose.services['seed']!.command)
})

test('each process accepts its variables, and has those of systemd', () => {
  for (const role of roles) {
    const environment = environmentOf(podOf(role))
    expect(readConfig(environment).databaseUrl, role).toContain(`//fairlot_${role}@`)
    expect(environment['NATS_USER'], role).toBe(role)
    const given = Object.keys(environment)
    expect(
      given.filter((name) => !configVariables.includes(name)),
      role,
    ).toEqual([])
    // A bucket stands for the folder of one machine.
    const own = systemd('server', role).filter((name) => name !== 'FILES_FOLDER')
    expect(
      own.filter((name) => !given.includes(name)),
      role,
    ).toEqual([])
  }
  const app = Object.keys(environmentOf(podOf('console-app')))
  expect(app.filter((name) => !consoleAppVariables.includes(name))).toEqual([])
  expect(systemd('console-app').filter((name) => !app.includes(name))).toEqual([])
  for (const [shard, name] of exchanges.entries()) {
    const environment = environmentOf(podOf(name))
    expect(readExchangeConfig(environment).shards).toEqual([shards[shard]])
    expect(systemd('exchange').filter((variable) => !(variable in environment))).toEqual([])
  }
  expect(readConfig(environmentOf(jobOf('seed'))).databaseUrl).toContain('//fairlot_seed@')
})

test('no variable is a secret, and each password is a file', () => {
  const secrets: string[] = []
  for (const manifest of [...ofKind('Deployment'), ...ofKind('CronJob')]) {
    const { name } = manifest.metadata
    const pod = manifest.kind === 'Deployment' ? podOf(name) : jobOf(name)
    for (const [variable, value] of Object.entries(environmentOf(pod))) {
      if (/PASSWORD|SECRET|_KEY_/.test(variable) && !variable.endsWith('_FILE'))
        secrets.push(`${name} ${variable}`)
      if (URL.canParse(value) && new URL(value).password !== '') secrets.push(`${name} ${variable}`)
    }
  }
  expect(secrets).toEqual([])
})

test('each process is asked whether it lives and is ready', () => {
  for (const name of [...roles, 'console-app', ...exchanges]) {
    const [container] = podOf(name).containers
    const metrics = container.ports!.find((port) => port.name === 'metrics')!
    expect(String(metrics.containerPort)).toBe(environmentOf(podOf(name))['METRICS_PORT'])
    const paths = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
      (probe) => `${probe!.httpGet.port}${probe!.httpGet.path}`,
    )
    const ready = exchanges.includes(name) ? 'metrics/healthz' : 'metrics/readyz'
    expect(paths, name).toEqual(['metrics/healthz', 'metrics/healthz', ready])
    // Longer than STOP_LIMIT_SECONDS.
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThan(20)
  }
})

test('no pod is root, writes its system or keeps a capability', () => {
  for (const manifest of [...ofKind('Deployment'), ...ofKind('CronJob')]) {
    const { name } = manifest.metadata
    const pod = manifest.kind === 'Deployment' ? podOf(name) : jobOf(name)
    expect(pod.securityContext, name).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod.containers[0].securityContext, name).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
})

test('two copies run on two machines, and one always stays', () => {
  for (const { metadata, spec } of ofKind('Deployment')) {
    expect(spec.replicas, metadata.name).toBe(2)
    const label = { 'app.kubernetes.io/name': metadata.name }
    expect(spec.selector.matchLabels).toEqual(label)
    expect(spec.template.metadata.labels).toEqual(label)
    expect(spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(label)
    expect(named('PodDisruptionBudget', metadata.name).spec).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: label },
    })
  }
})

test('each service leads to its pods, and nothing else is open', () => {
  const served = ofKind('Service').map(({ metadata, spec }) => {
    expect(spec.selector).toEqual({ 'app.kubernetes.io/name': metadata.name })
    const port = podOf(metadata.name).containers[0].ports!.find(({ name }) => name === 'http')!
    expect(spec.ports[0].port, metadata.name).toBe(port.containerPort)
    return metadata.name
  })
  expect(served.toSorted()).toEqual(['api', 'console', 'console-app', 'live'])
  expect(environmentOf(podOf('console-app'))['CONSOLE_UPSTREAM']).toBe('http://console:8091')
  expect(environmentOf(podOf('api'))['LIVE_UPSTREAM']).toBe('http://live:8080')
  expect(named('NetworkPolicy', 'nothing').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress'] })
  expect(named('NetworkPolicy', 'console-from-console-app').spec.ingress[0].from).toEqual([
    { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'console-app' } } },
  ])
})

test('kustomize builds all of it', ({ skip }) => {
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
    resources: string[]
  }
  expect(resources.toSorted()).toEqual(files.filter((name) => name !== 'kustomization.yaml').toSorted())
  const kubectl = findOnPath('kubectl')
  if (!kubectl) skip('kubectl is not installed: the manifests were parsed and compared')
  const { status, stdout, stderr } = spawnSync(kubectl!, ['kustomize', folder], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(parseAllDocuments(stdout)).toHaveLength(manifests.length + 2)
})

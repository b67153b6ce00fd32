// The alerts of deploy/observe, against what they are about: the metrics in the code, the page of alerts and the tests
// of the rules. Those tests need promtool, which is in Debian's package `prometheus`; the rest runs without it.

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { drillKinds, waitingNames } from '@fairlot/contract/status/states'
import { shards } from '@fairlot/contract/venue'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly labels?: { readonly severity: string }
  readonly annotations?: { readonly summary: string; readonly runbook: string }
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string
      readonly exp_alerts: readonly object[]
    }[]
  }[]
}

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort()
const rules = filesOf('deploy/observe/rules/*.yml').flatMap((path) =>
  (parse(read(path)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
)
const alerts = rules.filter((rule) => rule.alert !== undefined)
const panels = (
  JSON.parse(read('deploy/observe/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const expressions = [...rules.map(({ expr }) => expr), ...panels]
const promtool = findOnPath('promtool')

/** From programs that are not ours: node-exporter, postgres-exporter, Patroni, Prometheus, and prom-client's own. */
const foreign = new Set([
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'nodejs_eventloop_lag_p99_seconds',
  'patroni_primary',
  'patroni_sync_standby',
  'pg_stat_archiver_last_archive_age',
  'process_resident_memory_bytes',
  'up',
])

/** The names of metrics that the sources make; a histogram has three more. */
function exported(): Set<string> {
  const names = new Set<string>()
  for (const path of filesOf('{apps,packages}/*/src/**/*.ts')) {
    if (path.endsWith('.test.ts')) continue
    const text = read(path)
    if (!text.includes('prom-client')) continue
    for (const [, name] of text.matchAll(/'(fairlot_[a-z_]+)'/g)) {
      for (const suffix of ['', '_bucket', '_count', '_sum']) names.add(`${name}${suffix}`)
    }
    // The counters of the live feed are named from a list.
    for (const [, head, tail] of text.matchAll(/`(fairlot_[a-z_]+)\$\{name\}([a-z_]*)`/g))
      for (const [, part] of text.matchAll(/^ {4}\['([a-z_]+)', '/gm)) names.add(`${head}${part}${tail}`)
  }
  return names
}

/** The metrics that an expression reads, without label values, functions and words of the language. */
const metricsOf = (expr: string): string[] =>
  [
    ...expr
      .replaceAll(/"[^"]*"/g, '')
      .matchAll(/\b((?:fairlot|nodejs|node|pg|patroni|process)[_:][a-z0-9_:]+|up)\b/g),
  ].map((match) => match[1]!)

test('every alert and panel reads metrics that exist', () => {
  const known = exported()
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []))
  expect(known.size).toBeGreaterThan(100)
  for (const expr of expressions) {
    const used = metricsOf(expr)
    if (expr !== 'vector(1)') expect(used.length, expr).toBeGreaterThan(0)
    expect(
      used.filter((name) => !known.has(name) && !recorded.has(name) && !foreign.has(name)),
      expr,
    ).toEqual([])
  }
})

test('alerts name queues, drills, loops and codes that exist', () => {
  const valuesOf = (label: string): string[] =>
    expressions.flatMap((expr) =>
      [...expr.matchAll(new RegExp(`\\b${label}=~?"([^"]+)"`, 'g'))].flatMap((match) => match[1]!.split('|')),
    )
  expect(valuesOf('what').length).toBeGreaterThan(5)
  const queues: readonly string[] = [...waitingNames, 'audit-head']
  expect(valuesOf('what').filter((name) => !queues.includes(name))).toEqual([])
  expect(valuesOf('kind').filter((name) => !(drillKinds as readonly string[]).includes(name))).toEqual([])
  expect(valuesOf('loop')).toContain('funds-reconcile')
  const jobs = filesOf('apps/server/src/features/**/jobs.ts').map(read).join('')
  for (const loop of valuesOf('loop')) expect(jobs).toContain(`name: '${loop}'`)
  const metrics = read('apps/server/src/platform/metrics.ts')
  for (const code of valuesOf('code')) expect(metrics).toContain(`'${code}'`)
  const running = alerts.find(({ alert }) => alert === 'ShardNotRunning')!
  expect(running.expr).toMatch(new RegExp(`< ${shards.length}$`, 'm'))
})

test('every alert has a severity, a section and tests of both sides', () => {
  const names = alerts.map(({ alert }) => alert!)
  expect(new Set(names).size).toBe(names.length)
  const page = read('docs/operating/alerts.md')
  const sections = [...page.matchAll(/^## ([A-Z]\w+)$/gm)].map((match) => match[1]!)
  expect(sections.filter((name) => name !== 'Set').toSorted()).toEqual(names.toSorted())
  const tested = filesOf('deploy/observe/tests/*.yml').flatMap((path) =>
    (parse(read(path)) as RuleTests).tests.flatMap((each) => each.alert_rule_test),
  )
  for (const { alert, labels, annotations } of alerts) {
    expect(labels?.severity, alert).toMatch(/^(page|ticket|none)$/)
    expect(annotations?.runbook).toBe(`docs/operating/alerts.md#${alert!.toLowerCase()}`)
    const own = tested.filter(({ alertname }) => alertname === alert)
    expect(
      own.some(({ exp_alerts }) => exp_alerts.length > 0),
      alert,
    ).toBe(true)
    if (alert !== 'Watchdog')
      expect(
        own.some(({ exp_alerts }) => exp_alerts.length === 0),
        alert,
      ).toBe(true)
  }
  const routes = read('deploy/observe/alertmanager.yml')
  const inhibited = [...routes.matchAll(/alertname =~? "([^"]+)"/g)].flatMap((match) => match[1]!.split('|'))
  expect(inhibited.filter((name) => !names.includes(name))).toEqual([])
})

test('every process of the trial is a target', () => {
  const compose = parse(read('deploy/compose/trial.yaml'), { merge: true }) as {
    services: Record<string, object>
  }
  const [{ targets }] = parse(read('deploy/observe/targets/compose.yml')) as [{ targets: string[] }]
  const hosts = targets.map((target) => target.split(':')[0]!)
  expect(hosts.filter((host) => !(host in compose.services))).toEqual([])
  for (const name of ['api', 'console', 'worker', 'settlement', 'quotes', 'live', 'practice'])
    expect(hosts).toContain(name)
  for (const shard of shards) expect(hosts).toContain(`exchange-${shard}`)
})

test('promtool accepts the configuration and the tests of the rules', ({ skip }) => {
  skip(promtool === undefined, 'promtool is not installed: apt-get install prometheus')
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(promtool!, args, { cwd: root, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
  run('check', 'config', 'deploy/observe/prometheus.yml')
  for (const path of filesOf('deploy/observe/tests/*.yml')) {
    expect(filesOf('deploy/observe/rules/*.yml').map((rule) => basename(rule, '.yml'))).toContain(
      basename(path, '.yml').replace('-hours', ''),
    )
    run('test', 'rules', path)
  }
})

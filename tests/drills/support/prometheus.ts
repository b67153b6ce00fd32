// Prometheus of this machine with deploy/observe: its rules as they are, its configuration without what a drill does not
// have (exporters, Alertmanager).

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findOnPath } from '@fairlot/testkit/services/binaries'
import { endingWithParent, startService } from '@fairlot/testkit/services/process'
import { parse, stringify } from 'yaml'

const observe = resolve(import.meta.dirname, '../../../deploy/observe')

interface Configuration {
  readonly global: object
  readonly rule_files: readonly string[]
  readonly scrape_configs: readonly { readonly job_name: string }[]
}

export interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>
  stop(): Promise<void>
}

export async function startPrometheus(
  folder: string,
  port: number,
  targets: readonly number[],
): Promise<Prometheus> {
  const binary = findOnPath('prometheus')
  if (!binary) throw new Error('Prometheus is missing: apt-get install prometheus')
  mkdirSync(folder, { recursive: true })
  const given = parse(readFileSync(join(observe, 'prometheus.yml'), 'utf8')) as Configuration
  const job = given.scrape_configs.find(({ job_name: name }) => name === 'fairlot')!
  const targetsFile = join(folder, 'targets.yml')
  writeFileSync(targetsFile, stringify([{ targets: targets.map((one) => `127.0.0.1:${one}`) }]))
  const configFile = join(folder, 'prometheus.yml')
  writeFileSync(
    configFile,
    stringify({
      global: given.global,
      rule_files: given.rule_files.map((path) => join(observe, path)),
      scrape_configs: [{ ...job, file_sd_configs: [{ files: [targetsFile] }] }],
    }),
  )
  const base = `http://127.0.0.1:${port}`
  const [command, ...args] = endingWithParent('TERM', [
    binary,
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ])
  const service = await startService({
    name: 'prometheus',
    command: command!,
    args,
    cwd: folder,
    isReady: () =>
      fetch(`${base}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
  return {
    async firing() {
      const answer = await fetch(`${base}/api/v1/alerts`)
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] }
      }
      return new Set(
        data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
      )
    },
    stop: () => service.stop(),
  }
}

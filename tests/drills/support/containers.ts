// Runs deploy/compose/trial.yaml with podman. It reads the keys that this file uses and refuses any other, so that what
// runs here is what the file says.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const run = promisify(execFile)

interface Service {
  readonly image: string
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly restart?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly shm_size?: string
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file?: string; readonly environment?: string }>>
}

const known = new Set(
  `image entrypoint command environment secrets volumes tmpfs ports depends_on healthcheck restart read_only cap_drop
   security_opt shm_size stop_grace_period`.split(/\s+/),
)

export interface Containers {
  /** The services that keep running. */
  readonly lasting: readonly string[]
  up(): Promise<void>
  exec(service: string, ...command: readonly string[]): Promise<string>
  pidOf(service: string): Promise<number>
  isHealthy(service: string): Promise<boolean>
  logOf(service: string): Promise<string>
  down(): Promise<void>
}

export interface ContainersOptions {
  readonly file: string
  readonly project: string
  /** For the secrets that compose makes from variables. */
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
  /** Adds to each published port, so that a trial on the same machine is not disturbed. */
  readonly portOffset: number
}

export function openContainers({
  file,
  project,
  folder,
  variables,
  portOffset,
}: ContainersOptions): Containers {
  const filled = readFileSync(file, 'utf8').replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_match, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`${name} of ${file} has no value`)
    return value
  })
  const { services, secrets } = parse(filled, { merge: true }) as Compose
  const nameOf = (service: string): string => `${project}-${service}`
  const podman = async (...args: readonly string[]): Promise<string> =>
    (await run('podman', args, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim()

  const secretFile = (name: string): string => {
    const { file: path, environment } = secrets[name]!
    if (path !== undefined) return resolve(dirname(file), path)
    const own = join(folder, name)
    writeFileSync(own, variables[environment!]!, { mode: 0o444 })
    return own
  }
  const mountOf = (volume: string): string =>
    volume.startsWith('.') ? resolve(dirname(file), volume) : `${project}-${volume}`
  const portOf = (port: string): string => {
    const [host, outer, inner] = port.split(':')
    return `${host}:${Number(outer) + portOffset}:${inner}`
  }
  const flagsOf = (name: string, service: Service): string[] => {
    const unknown = Object.keys(service).filter((key) => !known.has(key))
    if (unknown.length > 0) throw new Error(`${name}: this drill does not know ${unknown.join(', ')}`)
    const {
      environment = {},
      tmpfs = [],
      volumes = [],
      ports = [],
      cap_drop = [],
      security_opt = [],
    } = service
    return [
      `--name=${nameOf(name)}`,
      `--network=${project}`,
      `--network-alias=${name}`,
      `--restart=${service.restart ?? 'no'}`,
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.shm_size ? [`--shm-size=${service.shm_size}`] : []),
      ...(service.entrypoint ? [`--entrypoint=${JSON.stringify(service.entrypoint)}`] : []),
      ...Object.entries(environment).map(([variable, value]) => `--env=${variable}=${value}`),
      ...tmpfs.map((path) => `--tmpfs=${path}`),
      ...volumes.map((volume) => `--volume=${mountOf(volume)}`),
      ...(service.secrets ?? []).map((secret) => `--volume=${secretFile(secret)}:/run/secrets/${secret}:ro`),
      ...ports.map((port) => `--publish=${portOf(port)}`),
      ...cap_drop.map((capability) => `--cap-drop=${capability}`),
      ...security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
    ]
  }
  const isHealthy = async (name: string): Promise<boolean> => {
    const words = services[name]!.healthcheck?.test.slice(1)
    const isRunning = await podman('inspect', '--format={{.State.Running}}', nameOf(name))
    if (isRunning !== 'true' || words === undefined) return isRunning === 'true'
    return podman('exec', nameOf(name), ...words).then(
      () => true,
      () => false,
    )
  }
  const started = new Map<string, Promise<void>>()
  const start = async (name: string): Promise<void> => {
    const service = services[name]!
    await Promise.all(
      Object.entries(service.depends_on ?? {}).map(async ([needed, { condition }]) => {
        await begin(needed)
        if (condition === 'service_completed_successfully') {
          const code = await podman('wait', nameOf(needed))
          if (code !== '0') throw new Error(`${needed} ended with ${code}:\n${await logOf(needed)}`)
        } else while (!(await isHealthy(needed))) await pause(500)
      }),
    )
    await podman('run', '--detach', ...flagsOf(name, service), service.image, ...(service.command ?? []))
    console.log(`${name} started`)
  }
  const begin = (name: string): Promise<void> => {
    const starting = started.get(name) ?? start(name)
    started.set(name, starting)
    return starting
  }
  const logOf = async (name: string): Promise<string> =>
    (await run('podman', ['logs', '--tail=20', nameOf(name)])).stdout
  const lasting = Object.keys(services).filter((name) => services[name]!.restart === 'unless-stopped')
  return {
    lasting,
    async up() {
      await podman('network', 'create', project)
      await Promise.all(Object.keys(services).map(begin))
      for (const name of lasting) while (!(await isHealthy(name))) await pause(500)
    },
    exec: (name, ...command) => podman('exec', nameOf(name), ...command),
    pidOf: async (name) => Number(await podman('inspect', '--format={{.State.Pid}}', nameOf(name))),
    isHealthy,
    logOf,
    async down() {
      const names = Object.keys(services).map(nameOf)
      await podman('rm', '--force', '--ignore', '--time=1', '--volumes', ...names)
      const volumes = await podman('volume', 'ls', '--quiet', `--filter=name=^${project}-`)
      if (volumes !== '') await podman('volume', 'rm', '--force', ...volumes.split('\n'))
      await podman('network', 'rm', '--force', project)
    },
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer, isAtLeast, versionOf } from './binaries.ts'
import { endingWithParent, startService, type ServiceProcess } from './process.ts'

export interface NatsOptions {
  readonly folder: string
  readonly port: number
  readonly monitorPort: number
  readonly onLine?: (line: string) => void
}

export interface NatsService extends ServiceProcess {
  readonly url: string
  readonly monitorUrl: string
}

export async function startNats(options: NatsOptions): Promise<NatsService> {
  const binary = findNatsServer()
  if (!binary) throw new Error('nats-server is missing: npm run setup')
  const { folder, port, monitorPort } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Before 2.10 the server does not know sync_interval and would not start at all. The durable settings are
  // asserted by our server at boot; here such an old one may still carry pokes and live data.
  const version = versionOf(binary)
  const syncLine = version && isAtLeast(version, [2, 10, 0]) ? '\n  sync_interval: always' : ''
  const configFile = join(folder, 'nats.conf')
  writeFileSync(
    configFile,
    `server_name: fairlot
listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
jetstream {
  store_dir: ${JSON.stringify(join(folder, 'store'))}${syncLine}
}
`,
  )
  const [command, ...args] = endingWithParent('TERM', [binary, '--config', configFile])
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  const service = await startService({
    name: 'nats',
    command: command!,
    args,
    cwd: folder,
    ...(options.onLine ? { onLine: options.onLine } : {}),
    isReady: () => isHealthy(`${monitorUrl}/healthz`),
  })
  return { ...service, url: `nats://127.0.0.1:${port}`, monitorUrl }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return response.ok
  } catch {
    return false
  }
}

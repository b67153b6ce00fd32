import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsAuthorization, type NatsUser } from '@fairlot/contract/venue'
import { findNatsServer } from './binaries.ts'
import { endingWithParent, startService, type ServiceProcess } from './process.ts'

export interface NatsOptions {
  readonly folder: string
  readonly port: number
  readonly monitorPort: number
  /** A separate user for each process. Without it every client has all rights, which tests of one part use. */
  readonly users?: { readonly namespace: string; passwordOf(user: NatsUser): string }
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
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
  const configFile = join(folder, 'nats.conf')
  writeFileSync(
    configFile,
    `server_name: fairlot
listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
${tlsBlock(options)}${authorizationBlock(options)}`,
    { mode: 0o600 },
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
  return { ...service, url: `${options.tls ? 'tls' : 'nats'}://127.0.0.1:${port}`, monitorUrl }
}

const tlsBlock = ({ tls }: NatsOptions): string =>
  tls
    ? `tls {\n  cert_file: ${JSON.stringify(tls.certFile)}\n  key_file: ${JSON.stringify(tls.keyFile)}\n}\n`
    : ''

const authorizationBlock = ({ users }: NatsOptions): string =>
  users ? natsAuthorization(users.namespace, (user) => JSON.stringify(users.passwordOf(user))) : ''

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return response.ok
  } catch {
    return false
  }
}

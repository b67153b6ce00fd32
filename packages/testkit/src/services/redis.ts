import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { findRedisServer } from './binaries.ts'
import { endingWithParent, startService, type ServiceProcess } from './process.ts'

export interface RedisOptions {
  readonly folder: string
  readonly port: number
  readonly onLine?: (line: string) => void
}

export interface RedisService extends ServiceProcess {
  readonly url: string
}

/** No data in Redis may be needed after a restart, so it stores nothing on disk. */
export async function startRedis(options: RedisOptions): Promise<RedisService> {
  const binary = findRedisServer()
  if (!binary) throw new Error('Redis (or Valkey) is missing: npm run setup')
  const { folder, port } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = { '--port': port, '--bind': '127.0.0.1', '--save': '', '--appendonly': 'no', '--dir': folder }
  const [command, ...args] = endingWithParent('TERM', [
    binary,
    ...Object.entries(flags).flatMap(([name, value]) => [name, String(value)]),
  ])
  const service = await startService({
    name: 'redis',
    command: command!,
    args,
    cwd: folder,
    ...(options.onLine ? { onLine: options.onLine } : {}),
    isReady: () => answersPing(port),
  })
  return { ...service, url: `redis://127.0.0.1:${port}` }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write('PING\r\n'))
    const answer = (ready: boolean) => {
      socket.destroy()
      resolve(ready)
    }
    socket.setTimeout(2_000, () => answer(false))
    socket.once('data', (data) => answer(data.toString().startsWith('+PONG')))
    socket.once('error', () => answer(false))
  })
}

// What PgBouncer does to a connection, in front of the real PostgreSQL: it announces a process id of its own. The other
// kind refuses the parameters of the start, as PgBouncer does unless it is told to ignore them.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Pooler {
  /** The same database, through this. */
  url(direct: string): string
  close(): Promise<void>
}

const keyData = 'K'.charCodeAt(0)

/** Changes the process id in the first BackendKeyData message. */
function renumber(bytes: Buffer): { bytes: Buffer; isDone: boolean } {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== keyData) continue
    bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5)
    return { bytes, isDone: true }
  }
  return { bytes, isDone: false }
}

function refusal(): Buffer {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout']
  const text = Buffer.from(`${fields.join('\0')}\0\0`)
  const head = Buffer.from([69, 0, 0, 0, 0])
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

export async function openPooler(postgresPort: number, kind: 'renumbers' | 'refuses'): Promise<Pooler> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (kind === 'refuses') {
      client.once('data', () => client.end(refusal()))
      return
    }
    const upstream = connect({ host: '127.0.0.1', port: postgresPort })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.pipe(upstream)
    let isDone = false
    upstream.on('data', (chunk: Buffer) => {
      const changed = isDone ? { bytes: chunk, isDone } : renumber(chunk)
      isDone = changed.isDone
      client.write(changed.bytes)
    })
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url(direct) {
      const url = new URL(direct)
      url.port = String(port)
      return url.href
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

// Passes each connection on to one of several ports in turn, as a proxy in front of two apis does.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LoadBalancer {
  readonly base: string
  add(port: number): void
  /** Gives it no new connection. Open ones stay until one side closes them. */
  remove(port: number): void
  close(): Promise<void>
}

export async function openLoadBalancer(): Promise<LoadBalancer> {
  let ports: readonly number[] = []
  let connections = 0
  const sockets = new Set<Socket>()

  /** Sends what `from` sends. An end is passed on after the last byte, a broken connection at once. */
  const passOn = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.once('close', () => {
      sockets.delete(from)
      if (!from.readableEnded) to.destroy()
    })
  }

  const server = createServer((client) => {
    const port = ports[connections % ports.length]
    connections += 1
    if (port === undefined) {
      client.destroy()
      return
    }
    const api = connect({ host: '127.0.0.1', port })
    passOn(client, api)
    passOn(api, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void (ports = [...ports, port]),
    remove: (port) => void (ports = ports.filter((one) => one !== port)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// Passes every connection on to one port and holds each piece back for as long as it is told, in both directions.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DelayingProxy {
  readonly port: number
  /** From now on, for each direction. */
  delay(ms: number): void
  /** Pieces that wait here. */
  held(): number
  close(): Promise<void>
}

export async function openDelayingProxy(target: number): Promise<DelayingProxy> {
  let delayMs = 0
  let held = 0
  const sockets = new Set<Socket>()

  /** In order: a shorter delay never lets a later piece pass an earlier one. */
  const passOn = (from: Socket, to: Socket): void => {
    let before: Promise<void> = Promise.resolve()
    let until = 0
    let waiting = 0
    const later = (work: () => void): void => {
      const now = performance.now()
      if (delayMs === 0 && waiting === 0) return work()
      until = Math.max(until, now + delayMs)
      held += 1
      waiting += 1
      const wait = new Promise<void>((resolve) => setTimeout(resolve, until - now))
      const pieceBefore = before
      before = (async () => {
        await Promise.all([pieceBefore, wait])
        held -= 1
        waiting -= 1
        work()
      })()
    }
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (piece) => later(() => void (to.destroyed || to.write(piece))))
    from.on('end', () => later(() => void to.end()))
    from.on('error', () => to.destroy())
    from.once('close', () => {
      sockets.delete(from)
      later(() => void to.destroy())
    })
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const behind = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true })
    passOn(client, behind)
    passOn(behind, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => void (delayMs = ms),
    held: () => held,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

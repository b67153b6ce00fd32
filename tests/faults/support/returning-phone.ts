// A phone that reconnects whenever its connection is cut, and keeps the newest row of each instrument as the app does:
// a lower version never overwrites.

import type { RowUpdate, ServerFrame } from '@fairlot/contract/live'
import { WebSocket } from 'ws'
import { testOrigin } from '../../flows/support/test-config.ts'

export interface ReturningPhone {
  readonly newest: ReadonlyMap<string, RowUpdate>
  /** How often its connection was opened. */
  connects(): number
  close(): void
}

const againAfterMs = 200

export function openReturningPhone(port: number, watched: readonly string[]): ReturningPhone {
  const newest = new Map<string, RowUpdate>()
  let opened = 0
  let isClosed = false
  let socket: WebSocket
  let timer: NodeJS.Timeout | undefined

  const connect = (): void => {
    socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { origin: testOrigin })
    socket.on('open', () => {
      opened += 1
      socket.send(JSON.stringify({ t: 'hello' }))
      socket.send(JSON.stringify({ t: 'watch', rows: watched, detail: [], idx: false }))
    })
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as ServerFrame
      if (frame.t !== 'f') return
      for (const row of frame.rows ?? []) {
        const known = newest.get(row.s)
        if (known === undefined || row.n >= known.n) newest.set(row.s, row)
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isClosed) timer = setTimeout(connect, againAfterMs)
    })
  }
  connect()
  return {
    newest,
    connects: () => opened,
    close() {
      isClosed = true
      clearTimeout(timer)
      socket.terminate()
    },
  }
}

// One socket that reconnects on its own. Waits are random over their whole length (full jitter): when a gateway fails,
// its phones must not all return in the same second.

import { FEED_FULL, HEARTBEAT_MS } from '@fairlot/contract/live/socket'

export const FIRST_WAIT_MS = 1_000
/** A gateway that is back after a few seconds has all its phones within fifteen. */
export const LONGEST_WAIT_MS = 5_000
/** In a long outage, tries become rarer. */
const PATIENT_AFTER_TRIES = 10
const LONGEST_PATIENT_WAIT_MS = 20_000
/**
 * The gateway sends something every HEARTBEAT_MS: silence this long is a dead connection the browser has not noticed.
 */
export const SILENCE_MS = HEARTBEAT_MS + 4_000

export const waitBefore = (tries: number, random: () => number): number =>
  random() *
  Math.min(
    tries < PATIENT_AFTER_TRIES ? LONGEST_WAIT_MS : LONGEST_PATIENT_WAIT_MS,
    FIRST_WAIT_MS * 2 ** tries,
  )

/** After a full gateway: the minimum wait until the next try; up to twice as long. */
export const FULL_WAIT_MS = 30_000

export interface LineHost {
  /** Returns undefined while the app is not ready for a socket; the caller retries after a wait. */
  openSocket(): WebSocket | undefined
  random(): number
  onOpen(): void
  onText(text: string): void
  /** `code` is the closing code, if any. */
  onClose(code: number): void
}

export interface Line {
  /** Opens the connection and keeps it open or reopens it. */
  start(): void
  stop(): void
  /** Reconnects at once instead of after its wait: the network is back. */
  hurry(): void
  send(message: object): void
  isOpen(): boolean
}

export const createLine = (host: LineHost): Line => {
  let socket: WebSocket | undefined
  let isWanted = false
  let isReady = false
  let tries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const listen = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => drop(), SILENCE_MS)
  }

  /** Does not wait for the close: a dead connection would delay it for minutes. */
  const drop = (code = 0): void => {
    const old = socket
    if (old === undefined) return
    socket = undefined
    isReady = false
    clearTimeout(silence)
    old.close()
    host.onClose(code)
    if (isWanted) plan(code === FEED_FULL)
  }

  const plan = (isFull: boolean): void => {
    clearTimeout(retry)
    retry = setTimeout(open, isFull ? FULL_WAIT_MS * (1 + host.random()) : waitBefore(tries, host.random))
    tries++
  }

  const open = (): void => {
    clearTimeout(retry)
    if (!isWanted || socket !== undefined) return
    const mine = host.openSocket()
    if (mine === undefined) return plan(false)
    socket = mine
    listen()
    mine.addEventListener('open', () => {
      if (socket !== mine) return
      isReady = true
      listen()
      host.onOpen()
    })
    mine.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (socket !== mine || typeof event.data !== 'string') return
      tries = 0
      listen()
      host.onText(event.data)
    })
    mine.addEventListener('close', (event) => {
      if (socket === mine) drop(event.code)
    })
  }

  return {
    start() {
      if (isWanted) return
      isWanted = true
      tries = 0
      open()
    },
    stop() {
      isWanted = false
      clearTimeout(retry)
      drop()
    },
    hurry() {
      if (!isWanted || socket !== undefined) return
      tries = 0
      open()
    },
    send: (message) => {
      // A closing socket accepts nothing and logs an error; its messages are sent again when the next one opens.
      if (isReady && socket !== undefined && !(socket.readyState > WebSocket.OPEN))
        socket.send(JSON.stringify(message))
    },
    isOpen: () => isReady,
  }
}

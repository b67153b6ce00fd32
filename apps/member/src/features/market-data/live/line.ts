// One socket that comes back by itself. Waits are drawn anew each time over their whole length (full jitter): when a
// gateway falls, its phones must not all return in the same second.

import { HEARTBEAT_MS } from '@fairlot/contract/market-data/feed'

export const FIRST_WAIT_MS = 1_000
/** A gateway back after a few seconds has everybody within fifteen. */
export const LONGEST_WAIT_MS = 5_000
/** An outage that lasts is left in peace. */
const PATIENT_AFTER_TRIES = 10
const LONGEST_PATIENT_WAIT_MS = 20_000
/** The gateway speaks every HEARTBEAT_MS: so long a silence is a dead line the browser has not noticed. */
export const SILENCE_MS = 3 * HEARTBEAT_MS

export const waitBefore = (tries: number, random: () => number): number =>
  random() *
  Math.min(
    tries < PATIENT_AFTER_TRIES ? LONGEST_WAIT_MS : LONGEST_PATIENT_WAIT_MS,
    FIRST_WAIT_MS * 2 ** tries,
  )

export interface LineHost {
  openSocket(): WebSocket
  random(): number
  onOpen(): void
  onText(text: string): void
  /** `code` is the closing code when there was one. */
  onClose(code: number): void
}

export interface Line {
  /** Opens, and from then on stays open or comes back. */
  start(): void
  stop(): void
  /** Comes back at once instead of after its wait: the network is there again. */
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

  /** Not awaiting the close: a dead line would keep it for minutes. */
  const drop = (code = 0): void => {
    const old = socket
    if (old === undefined) return
    socket = undefined
    isReady = false
    clearTimeout(silence)
    old.close()
    host.onClose(code)
    if (isWanted) plan()
  }

  const plan = (): void => {
    clearTimeout(retry)
    retry = setTimeout(
      open,
      waitBefore(tries, () => host.random()),
    )
    tries++
  }

  const open = (): void => {
    clearTimeout(retry)
    if (!isWanted || socket !== undefined) return
    const mine = host.openSocket()
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
      // One that is closing takes nothing more and complains; what was meant for it is said again when the next one opens.
      if (isReady && socket !== undefined && !(socket.readyState > WebSocket.OPEN))
        socket.send(JSON.stringify(message))
    },
    isOpen: () => isReady,
  }
}

// A member's phone on the live socket: a ticket of the session each time, and the next gateway after a loss.

import { WebSocket } from 'ws'
import { waitBefore } from '../../../apps/member/src/shell/live/line.ts'
import type { LoadedMember } from '../../faults/support/member-load.ts'

export interface LivePhone {
  /** Signed in on the live socket, with prices. */
  isIn(): boolean
  readonly signInsNeeded: number
  stop(): void
}

export function openLivePhone(
  { client }: LoadedMember,
  ports: readonly number[],
  first: number,
  watched: readonly string[],
  /** Given every frame. */
  onFrame: (text: string) => void = () => undefined,
): LivePhone {
  let at = first
  let tries = 0
  let isIn = false
  let signInsNeeded = 0
  let stopped = false
  let socket: WebSocket | undefined
  const again = (): void => {
    if (!stopped) setTimeout(() => void enter(), waitBefore(tries++, Math.random))
  }
  const enter = async (): Promise<void> => {
    const answer = await client.call('/market/openFeed').catch(() => undefined)
    if (stopped) return
    if (answer?.http !== 200 || answer.body.status !== 1) {
      if (String(answer?.body.msg).startsWith('session.')) signInsNeeded += 1
      return again()
    }
    const mine = new WebSocket(`ws://127.0.0.1:${ports[at++ % ports.length]}/live`, {
      perMessageDeflate: false,
    })
    socket = mine
    const say = (message: object): void => mine.send(JSON.stringify(message))
    mine.on('open', () => say({ t: 'hello', ticket: answer.body.data.ticket }))
    mine.on('message', (data) => {
      const text = (data as Buffer).toString()
      onFrame(text)
      if (text.includes('"rows"')) {
        isIn = true
        tries = 0
      }
      if (!text.startsWith('{"t":"hello"')) return
      // Its ticket ran out on the way: the session is asked for another.
      if (!(JSON.parse(text) as { member: boolean }).member) mine.close()
      // Before the answer to its hello the gateway would refuse it.
      else say({ t: 'watch', rows: watched, detail: [], idx: false })
    })
    mine.on('error', () => undefined)
    mine.on('close', () => {
      isIn = false
      again()
    })
  }
  void enter()
  return {
    isIn: () => isIn,
    get signInsNeeded() {
      return signInsNeeded
    },
    stop() {
      stopped = true
      socket?.terminate()
    },
  }
}

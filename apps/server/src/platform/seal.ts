// Messages that are shown to people have a keyed digest. The publisher stores the key in PostgreSQL; the receiver reads
// it there. A message without the right digest is dropped, whatever its source.

import { createHmac, timingSafeEqual } from 'node:crypto'

export const sealOf = (key: string, subject: string, text: string): string =>
  createHmac('sha256', key).update(subject).update('\n').update(text).digest('hex')

export const isSealed = (key: string, subject: string, text: string, seal: string): boolean => {
  const expected = Buffer.from(sealOf(key, subject, text))
  const given = Buffer.from(seal)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export interface SealCheck {
  /**
   * Calls `onGood` when the message was sealed with the key of this name, else `onBad`. A message that does not match
   * the known key waits until the keys have been read again: a new holder of a job has a new key.
   */
  check(name: string, message: SealedMessage, onGood: () => void, onBad: () => void): void
  refresh(): Promise<void>
  stop(): void
}

export interface SealedMessage {
  readonly subject: string
  readonly text: string
  readonly seal: string | undefined
}

const minMs = 1_000
/** Limits the memory for a flood of forged messages: beyond this they are dropped at once. */
const maxWaiting = 2_000

/** Keys are read again at most once a second: a forged message costs only two digests. */
export function openSealCheck(
  read: () => Promise<ReadonlyMap<string, string>>,
  onTrouble: (error: unknown) => void,
): SealCheck {
  let keys: ReadonlyMap<string, string> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const isGood = (name: string, { subject, text, seal }: SealedMessage): boolean => {
    const key = keys.get(name)
    return key !== undefined && seal !== undefined && isSealed(key, subject, text, seal)
  }
  const refresh = (): Promise<void> =>
    (reading ??= read()
      .then((found) => void (keys = found), onTrouble)
      .finally(() => {
        readAt = performance.now()
        reading = undefined
        const again = waiting
        waiting = []
        for (const run of again) run()
      }))
  return {
    check(name, message, onGood, onBad) {
      if (isGood(name, message)) return onGood()
      if (message.seal === undefined || waiting.length >= maxWaiting) return onBad()
      waiting.push(() => (isGood(name, message) ? onGood() : onBad()))
      timer ??= setTimeout(
        () => {
          timer = undefined
          void refresh()
        },
        Math.max(0, readAt + minMs - performance.now()),
      )
    },
    refresh,
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}

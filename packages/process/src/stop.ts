// A graceful stop: what was opened last is closed first, so that the server stops accepting requests before the
// database closes under the running ones.

import type { Logger } from 'pino'

export interface Stopper {
  /** Registers what must be closed; called in reverse order. */
  add(name: string, close: () => Promise<unknown> | void): void
  stop(): Promise<void>
}

export function makeStopper(log: Logger): Stopper {
  const closers: { name: string; close: () => Promise<unknown> | void }[] = []
  let stopping: Promise<void> | undefined
  const run = async (): Promise<void> => {
    for (const { name, close } of closers.toReversed()) {
      try {
        await close()
      } catch (error) {
        log.error({ part: name, err: error }, 'could not be closed')
      }
    }
  }
  return {
    add: (name, close) => void closers.push({ name, close }),
    stop: () => (stopping ??= run()),
  }
}

/**
 * A second signal, or a stop that takes longer than `limitMs`, ends the process at once. Returns a signal that is
 * aborted once a stop was asked for.
 */
export function stopOnSignals(stopper: Pick<Stopper, 'stop'>, log: Logger, limitMs: number): AbortSignal {
  const asked = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked.signal.aborted) process.exit(1)
    asked.abort()
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, limitMs).unref()
    void stopper.stop().then(() => {
      log.info('stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return asked.signal
}

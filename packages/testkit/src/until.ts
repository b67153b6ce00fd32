import { setTimeout as pause } from 'node:timers/promises'

// Only a fault reaches it: on a shared machine a process can wait minutes for its turn.
const usualLimitMs = 180_000

/** Waits for a condition, not for a time; names the condition when it times out. */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = usualLimitMs,
): Promise<Value> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms for ${what}`)
    await pause(15)
  }
}

/**
 * A limit on measured time. `npm run prove` holds it exactly. A normal run allows ten times as much: it shares its
 * processors with other machines, and still finds a wait for a timer, a lock or a free connection.
 */
export const timeLimit = (ms: number): number => (process.env['FAIRLOT_PROVE'] === '1' ? ms : 10 * ms)

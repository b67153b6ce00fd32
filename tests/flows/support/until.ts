import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a condition, not for a time; names the condition when it times out. Only a fault reaches the limit. */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms for ${what}`)
    await pause(15)
  }
}

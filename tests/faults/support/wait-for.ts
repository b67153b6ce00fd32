import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds, with a limit that only a fault reaches. */
export async function waitFor(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 45_000,
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms for ${what}`)
    await pause(10)
  }
}

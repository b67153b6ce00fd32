// Repeats a draw with what this browser has. tests/flows/draw-browser.test.ts bundles this file and runs it in Chromium.

import { browserTools } from '@fairlot/app-shell/browser-tools'
import { checkDraw, type DrawFile, type DrawStep, type DrawVerdict, sha256Now } from '@fairlot/proof'

const paintMs = 50

export async function checkOnPhone(
  file: DrawFile,
  onProgress: (step: DrawStep, share: number) => void,
): Promise<DrawVerdict> {
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  let paintedAt = performance.now()
  return checkDraw(
    {
      ...browserTools,
      sha256: sha256Now,
      randomness: (chain, round) => randomnessOf(sha256Now, chain, round),
      async onProgress(step, share) {
        onProgress(step, share)
        if (performance.now() - paintedAt < paintMs) return
        // Hashing never waits by itself: the page is painted here.
        await new Promise((resolve) => setTimeout(resolve))
        paintedAt = performance.now()
      },
    },
    file,
  )
}

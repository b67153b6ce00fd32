// Repeats a draw with what this browser has. tests/flows/draw-browser.test.ts bundles this file and runs it in Chromium.

import { browserTools } from '@fairlot/app-shell/browser-tools'
import { checkDraw, type DrawFile, type DrawStep, type DrawVerdict } from '@fairlot/proof'

export async function checkOnPhone(
  file: DrawFile,
  onProgress?: (step: DrawStep, share: number) => void,
): Promise<DrawVerdict> {
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  return checkDraw(
    {
      ...browserTools,
      randomness: (chain, round) => randomnessOf(browserTools.sha256, chain, round),
      ...(onProgress && { onProgress }),
    },
    file,
  )
}

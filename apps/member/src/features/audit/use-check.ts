import { useCallback, useEffect, useState } from 'react'
import { canCheck } from '@fairlot/app-shell/browser-tools'

export type Checked<Result> =
  | { readonly state: 'running' }
  /** This page has no cryptography: it was loaded over plain http. */
  | { readonly state: 'impossible' }
  | { readonly state: 'done'; readonly result: Result; readonly ms: number }

/** Checks at once, and again on request. `check` must be stable as long as what it checks is the same. */
export function useCheck<Result>(check: () => Promise<Result>): {
  readonly checked: Checked<Result>
  readonly again: () => void
} {
  const [checked, setChecked] = useState<Checked<Result>>({ state: 'running' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!canCheck()) {
      setChecked({ state: 'impossible' })
      return
    }
    let current = true
    const began = performance.now()
    const run = async () => {
      const result = await check()
      if (current) setChecked({ state: 'done', result, ms: performance.now() - began })
    }
    void run()
    return () => {
      current = false
    }
  }, [check, round])
  const again = useCallback(() => {
    setChecked({ state: 'running' })
    setRound((value) => value + 1)
  }, [])
  return { checked, again }
}

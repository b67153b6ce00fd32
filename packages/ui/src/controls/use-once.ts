import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Runs an action at most once at a time: a double tap makes one request. State is only set while mounted, because an
 * action often ends by leaving the screen.
 */
export function useOnce<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): {
  readonly run: (...args: Args) => void
  readonly busy: boolean
} {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const mounted = useRef(true)
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const run = useCallback((...args: Args) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    void latest.current(...args).finally(() => {
      running.current = false
      if (mounted.current) setBusy(false)
    })
  }, [])
  return { run, busy }
}

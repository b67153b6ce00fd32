import { useEffect, useRef, useState } from 'react'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { browserTools } from '@fairlot/app-shell/browser-tools'
import { type Verdict, verifyWholeChain } from './verify-chain.ts'

export type Verification =
  | { readonly at: 'idle' | 'failed' }
  | { readonly at: 'running'; readonly sequence: number }
  | { readonly at: 'done'; readonly verdict: Verdict; readonly seconds: number }

class Unread extends Error {}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Runs until it is done or stopped; leaving the page stops it. The result is recorded in the trail under the operator's
 * name.
 */
export const useVerification = () => {
  const [state, setState] = useState<Verification>({ at: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (atLeast: number) => {
    const stopping = new AbortController()
    running.current?.abort()
    running.current = stopping
    const { signal } = stopping
    const from = performance.now()
    setState({ at: 'running', sequence: 0 })
    const read = async (after: number, limit: number) => {
      for (;;) {
        signal.throwIfAborted()
        const answer = await call('/audit/links', { after, limit }, { signal })
        if (answer.ok) return answer.data
        // A long chain needs more calls than a minute allows: then it waits as the server asks.
        const seconds = answer.why === 'refused' && answer.msg === 'request.too-frequent' ? 2 : undefined
        if (seconds === undefined) throw new Unread()
        await pause(seconds * 1_000)
      }
    }
    try {
      const verdict = await verifyWholeChain(
        {
          read,
          ...browserTools,
          onProgress: (sequence) => {
            if (!signal.aborted) setState({ at: 'running', sequence })
          },
        },
        atLeast,
      )
      if (signal.aborted) return
      const seconds = Math.round((performance.now() - from) / 100) / 10
      setState({ at: 'done', verdict, seconds })
      await call('/audit/noteVerified', {
        sequence: Number(verdict.head.sequence),
        head: verdict.head.hash,
        seconds,
        ok: verdict.ok,
      })
      await refresh('/audit/chain')
    } catch (error) {
      if (signal.aborted) setState({ at: 'idle' })
      else if (error instanceof Unread) setState({ at: 'failed' })
      else throw error
    }
  }
  const stop = () => running.current?.abort()
  return { state, start, stop }
}

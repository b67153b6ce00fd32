import { useRef } from 'react'
import { newIdempotencyKey } from '#shell/client.ts'

/**
 * The idempotency key of a form. The same content keeps its key, so that a retry after a lost answer is the same
 * request; other content, or content that was refused, is a new request.
 */
export const useKey = () => {
  const last = useRef<{ readonly body: string; readonly key: string }>(undefined)
  return {
    for: (body: unknown): string => {
      const text = JSON.stringify(body)
      if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() }
      return last.current.key
    },
    answered: () => {
      last.current = undefined
    },
  }
}

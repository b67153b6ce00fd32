// Whether the platform signed what this page shows. The key comes from the public head of the audit trail, not with the quote.

import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import { quoteSays } from '@fairlot/rules/currency-exchange'
import { useEffect, useState } from 'react'
import { useRead } from '#shell/data.ts'
import type { Read } from './use-exchange.ts'

/** `wrong`: no exchange is offered. `unknown`: this browser cannot check; the page says so. */
export type Signature = 'checking' | 'right' | 'wrong' | 'unknown'

export function useSignature({ quote, signed }: Pick<Read, 'quote' | 'signed'>): Signature {
  const { data: key } = useRead('/audit/checkpoint', {}, { quiet: true })
  const [signature, setSignature] = useState<Signature>('checking')
  const { text, signature: bytes, keyId } = signed
  const isSame = quoteSays(text, quote)
  const publicKey = key?.keyId === keyId ? key.publicKey : undefined
  const hasOtherKey = key !== undefined && publicKey === undefined
  useEffect(() => {
    if (!isSame || hasOtherKey) return setSignature('wrong')
    if (!canCheck()) return setSignature('unknown')
    if (publicKey === undefined) return setSignature('checking')
    let current = true
    const check = async () => {
      const answer = await browserTools.signed(publicKey, text, bytes)
      if (current) setSignature(answer === undefined ? 'unknown' : answer ? 'right' : 'wrong')
    }
    void check()
    return () => {
      current = false
    }
  }, [isSame, hasOtherKey, publicKey, text, bytes])
  return signature
}

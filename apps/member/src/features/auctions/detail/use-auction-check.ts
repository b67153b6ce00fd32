// Downloads the book of an opened auction page by page and repeats the auction on this phone.

import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import { type AuctionBook, type AuctionVerdict, checkAuction, sealContext, unhex } from '@fairlot/proof'
import { isOnTick } from '@fairlot/rules/instruments'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, call } from '#shell/client.ts'

export type AuctionCheck =
  | { readonly state: 'ready' | 'running' | 'failed' | 'impossible' }
  | {
      readonly state: 'done'
      readonly book: AuctionBook
      readonly verdict: AuctionVerdict
      readonly ms: number
    }

export function useAuctionCheck(auctionId: string) {
  const [check, setCheck] = useState<AuctionCheck>({ state: 'ready' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = useCallback(async () => {
    if (!canCheck()) return setCheck({ state: 'impossible' })
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const show = (next: AuctionCheck): void => {
      if (!control.signal.aborted) setCheck(next)
    }
    show({ state: 'running' })
    const book = await readBook(auctionId, control.signal)
    if (book === undefined) return show({ state: 'failed' })
    const began = performance.now()
    const verdict = await repeat(book)
    show({ state: 'done', book, verdict, ms: performance.now() - began })
  }, [auctionId])
  return { check, run: () => void run() }
}

async function repeat(book: AuctionBook): Promise<AuctionVerdict> {
  const [{ randomnessOf }, { unseal }] = await Promise.all([
    import('@fairlot/proof/beacon'),
    import('@fairlot/proof/timelock'),
  ])
  const { sha256 } = browserTools
  return checkAuction(
    {
      ...browserTools,
      randomness: (chain, round) => randomnessOf(sha256, chain, round),
      unsealed: async ({ bidId, fingerprint, sealed }, auctionId) => {
        const context = sealContext(auctionId, bidId, fingerprint)
        const text = await unseal(sha256, book.beacon, unhex(sealed), context)
        return text && new TextDecoder().decode(text)
      },
      isOnTick: (price) => isOnTick('stock', Number(price)),
    },
    book,
  )
}

/** Undefined when a page could not be read, or the result is not complete. */
async function readBook(auctionId: string, signal: AbortSignal): Promise<AuctionBook | undefined> {
  const bids: AuctionBook['bids'][number][] = []
  let from: number | null = 0
  let book: AuctionBook | undefined
  while (from !== null) {
    const answer: Answer<'/auctions/book'> = await call(
      '/auctions/book',
      { auctionId, from },
      { signal, quiet: true },
    )
    if (!answer.ok) return undefined
    const { terms, announcement, root, beacon, isCleared } = answer.data
    if (root === null || beacon === null || !isCleared) return undefined
    bids.push(...answer.data.bids)
    book = { terms, announcement, root, beacon, bids }
    from = answer.data.next
  }
  return book
}

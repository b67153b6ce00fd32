import { browserTools } from '@fairlot/app-shell/browser-tools'
import type { AuctionTerms } from '@fairlot/proof'
import { useRef, useState } from 'react'
import { moneyRefusal, type PinVerdict } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { toastMessage } from '#shell/toasts.ts'
import { bidsMoved, type Detail } from '../figures.ts'
import { keepBid } from '../kept-bids.ts'

interface Asked {
  readonly price: number
  readonly lots: number
  readonly ceiling: bigint
}

interface Sealed {
  readonly fingerprint: string
  readonly sealed: string
}

/** The bid is sealed once for the sheet: however often it is sent, it is one bid. */
export function useSendBid(
  { auction, terms }: Detail,
  asked: Asked,
): (fundPassword: string) => Promise<PinVerdict> {
  const [bidId] = useState(() => newId())
  const key = useRef(newIdempotencyKey())
  const made = useRef<Sealed>(null)
  return async (fundPassword) => {
    made.current ??= await seal(terms, bidId, asked)
    // Kept before it is sent: a lost answer must not lose the price.
    keepBid({ bidId, price: String(asked.price), lots: asked.lots })
    const answer = await call(
      '/auctions/bid',
      {
        bidId,
        auctionId: auction.auctionId,
        ...made.current,
        ceiling: asked.ceiling.toString(),
        fundPassword,
      },
      { idempotencyKey: key.current },
    )
    await bidsMoved()
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      return 'close'
    }
    if (answer.why !== 'refused') return { error: '' }
    // After a refusal the next attempt is a new request; after a lost answer it is the same one.
    key.current = newIdempotencyKey()
    return answer.msg === 'password.fund-not-set' ? 'unset' : { error: await moneyRefusal(answer) }
  }
}

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

async function seal(terms: string, bidId: string, { price, lots }: Asked): Promise<Sealed> {
  const { sealBid } = await import('@fairlot/proof/seal-bid')
  const { fingerprint, sealed } = await sealBid(
    browserTools.sha256,
    JSON.parse(terms) as AuctionTerms,
    { bidId, price: BigInt(price), lots },
    random,
  )
  return { fingerprint, sealed }
}

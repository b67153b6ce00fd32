// The calls that the lists of the members are made of.

import { createHash, randomBytes } from 'node:crypto'
import type { BodyOf, DataOf, Path } from '@fairlot/contract/routes'
import type { AuctionTerms } from '@fairlot/proof'
import { sealBid } from '@fairlot/proof/seal-bid'
import { ceilingFor } from '@fairlot/rules/auctions'
import { cardPicture } from './picture.ts'

/** What a call knows when it is made. */
export interface Scene {
  readonly account: string
  readonly password: string
  /** A new id, UUIDv7: of the order, the application, the message. */
  readonly id: string
  /** Undefined when it is refused. */
  read<P extends Path>(path: P, body: BodyOf<P>): Promise<DataOf<P> | undefined>
  upload(picture: Buffer<ArrayBuffer>): Promise<string | undefined>
  /** What an earlier call of this member kept. */
  kept(call: string): string | undefined
}

export interface Call {
  /** Once in the list of a member. */
  readonly name: string
  readonly path: Path
  /** Undefined: it cannot be called yet. */
  body(scene: Scene): Promise<object | undefined>
  keep(data: never): string
  /** Waits for an hour or a day that may not be this one: the program does not wait for it. */
  readonly isLater?: true
}

/** Made when its time has come: now, or at a later start. */
const later = (made: Call): Call => ({ ...made, isLater: true })

const fundPassword = '258036'
/** The members of the demonstration need it to apply for the block. */
export const blockPassword = 'block-2026'

export const call = <P extends Path>(
  name: string,
  path: P,
  body: BodyOf<P> | ((scene: Scene) => Promise<BodyOf<P> | undefined>),
  keep: (data: DataOf<P>) => string = () => 'done',
): Call => ({
  name,
  path,
  body: async (scene) =>
    (typeof body === 'function'
      ? await (body as (scene: Scene) => Promise<object | undefined>)(scene)
      : body) as object | undefined,
  keep,
})

export const setFundPassword = (): Call =>
  call('fund password', '/auth/setFundPassword', async ({ password }) => ({
    fundPassword,
    confirmPassword: fundPassword,
    loginPassword: password,
  }))

export const sendDocuments = (name: string, number: string, birthDate: string): Call =>
  call('documents', '/identity/submit', async ({ account, upload }) => {
    const seed = Number(account.slice(-3))
    const [front, back] = [await upload(cardPicture(seed)), await upload(cardPicture(seed + 500))]
    if (front === undefined || back === undefined) return undefined
    return { document: 'national-id' as const, name, number, birthDate, front, back }
  })

interface Purchase {
  readonly shares?: number
  readonly direction?: 'long' | 'short'
  readonly multiple?: BodyOf<'/orders/placeOrder'>['multiple']
  /** At the day's limit on the wrong side: it stays in the book. */
  readonly waits?: boolean
}

export const buy = (symbol: string, purchase: Purchase = {}): Call => {
  const { shares = 1_000, direction = 'long', multiple = 100, waits = false } = purchase
  return call(
    `${direction} ${symbol}${waits ? ' waiting' : ''}`,
    '/orders/placeOrder',
    async ({ id, read }) => {
      const terms = await read('/orders/terms', { symbol })
      const { upper, lower } = terms ?? {}
      if (terms === undefined || upper == null || lower == null) return undefined
      return {
        orderId: id,
        symbol,
        direction,
        multiple,
        dayTrade: false,
        quantity: shares,
        price: (direction === 'long') === waits ? lower : upper,
        validity: 'ROD' as const,
        terms: terms.hash,
        acknowledged: ['far-price' as const, 'equity-share' as const],
      }
    },
    ({ orderId }) => orderId,
  )
}

/** The next day at the earliest. */
export const sell = (symbol: string): Call =>
  later(
    call(`sell ${symbol}`, '/orders/closePosition', async ({ id, read }) => {
      const held = await read('/positions/listPositions', { which: 'open' })
      const position = held?.positions.find((each) => each.symbol === symbol && each.closing === 0)
      const terms = await read('/orders/terms', { symbol })
      if (position === undefined || terms === undefined) return undefined
      const { positionId, shares: quantity } = position
      return { orderId: id, positionId, quantity, validity: 'ROD' as const, terms: terms.hash }
    }),
  )

export const watch = (...symbols: readonly string[]): readonly Call[] =>
  symbols.map((symbol) => call(`watch ${symbol}`, '/favourites/addFavourite', { symbol }))

type Currency = BodyOf<'/currency-exchange/quote'>['get']

export const exchange = (get: Currency, amount: string): readonly Call[] => [
  call(`quote ${get}`, '/currency-exchange/quote', { pay: 'TWD', get, amount }, ({ quote }) => quote.quoteId),
  call(`exchange ${get}`, '/currency-exchange/deal', async ({ kept }) => {
    const quoteId = kept(`quote ${get}`)
    return quoteId === undefined ? undefined : { quoteId }
  }),
]

export const save = (symbol: string, amount: string, ...days: number[]): Call =>
  call(`save ${symbol}`, '/savings-plans/create', { symbol, amount, days })

export const write = (name: string, message: Omit<BodyOf<'/support/open'>, 'language'>): Call =>
  call(name, '/support/open', { ...message, language: 'tw' }, ({ threadId }) => threadId)

export const subscribe = (): Call =>
  call('new shares', '/new-shares/apply', async ({ id, read }) => {
    const found = await read('/new-shares/offers', { view: 'open' })
    const offer = found?.offers.find(({ state }) => state === 'subscribing')
    if (offer === undefined) return undefined
    return { applicationId: id, offerId: offer.offerId, shares: offer.minShares, fundPassword }
  })

/** Sealed as a phone seals it: this program forgets the price. */
export const bid = (overFloor: bigint, lots: number): Call =>
  call('bid', '/auctions/bid', async ({ id, read }) => {
    const found = await read('/auctions/list', { view: 'open' })
    const auction = found?.auctions.find(({ state }) => state === 'bidding')
    const detail = auction && (await read('/auctions/detail', { auctionId: auction.auctionId }))
    if (auction === undefined || detail === undefined) return undefined
    const terms = JSON.parse(detail.terms) as AuctionTerms
    const price = BigInt(auction.floorPrice) + overFloor
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const { fingerprint, sealed } = await sealBid(sha256, terms, { bidId: id, price, lots }, randomBytes)
    const { auctionId } = auction
    const ceiling = String(ceilingFor(price * BigInt(lots) * 1_000n))
    return { bidId: id, auctionId, fingerprint, sealed, ceiling, fundPassword }
  })

export const placement = (lots: number): Call =>
  call('placement', '/placements/apply', async ({ id, read }) => {
    const found = await read('/placements/offers', { view: 'open' })
    const offer = found?.placements.find(({ state }) => state === 'open')
    return offer && { applicationId: id, placementId: offer.placementId, lots, fundPassword }
  })

export const block = (): Call =>
  call('block', '/block-trades/apply', async ({ id, read }) => {
    const listing = (await read('/block-trades/listings', {}))?.listings.find(({ isOpen }) => isOpen)
    if (listing === undefined) return undefined
    const { listingId, minLots: lots, price } = listing
    return { applicationId: id, listingId, lots, price, password: blockPassword }
  })

export const bankAccount = (holder: string, number: string): Call =>
  call(
    'bank account',
    '/bank-accounts/add',
    {
      currency: 'TWD',
      holder,
      number,
      bankCode: '812',
      branch: '信義分行',
      branchCode: '0687',
      fundPassword,
    },
    ({ bankAccount: { bankAccountId } }) => bankAccountId,
  )

/** In the hours of the bank. */
export const deposit = (amount: string): Call =>
  later(
    call('deposit', '/deposits/create', async ({ account, read, upload }) => {
      const found = await read('/deposits/channels', {})
      const channel = found?.channels.find(({ state, currency }) => state === 'open' && currency === 'TWD')
      if (channel === undefined || found?.isOpen !== true) return undefined
      const receipt = await upload(cardPicture(Number(account.slice(-3)) + 700))
      return receipt === undefined ? undefined : { channelId: channel.channelId, amount, receipt }
    }),
  )

/** In the hours of the bank, and a day after its account was approved. */
export const withdraw = (amount: string): Call =>
  later(
    call('withdrawal', '/withdrawals/create', async ({ id, kept, read }) => {
      const bankAccountId = kept('bank account')
      const offer = await read('/withdrawals/offer', {})
      if (bankAccountId === undefined || offer?.isOpen !== true) return undefined
      const found = (await read('/bank-accounts/list', {}))?.bankAccounts.find(
        (each) => each.bankAccountId === bankAccountId,
      )
      if (found?.usableFrom == null || new Date(found.usableFrom) > new Date()) return undefined
      return { withdrawalId: id, bankAccountId, amount, fundPassword }
    }),
  )

export const raiseLimit = (dollars: string): Call =>
  call('limit increase', '/credit/addCredit', async ({ id }) => ({
    increaseId: id,
    dollars,
    purpose: 'reserve' as const,
  }))

/** Against shares that have arrived: two trading days after the purchase. */
export const borrow = (amount: string, ...symbols: string[]): Call =>
  later(
    call('loan', '/credit/apply', async ({ id, read }) => {
      const overview = await read('/credit/overview', {})
      if (overview === undefined || BigInt(overview.supported) < BigInt(amount)) return undefined
      return { loanId: id, amount, termDays: 90, aprPpm: overview.terms.aprPpm, symbols }
    }),
  )

/** A mentor can be followed when a day has ended since they began. */
export const follow = (amount: string): Call =>
  later(
    call('follow', '/copy-trading/follow', async ({ id, read }) => {
      const mentor = (await read('/mentors/list', { level: 'junior' }))?.mentors[0]
      const terms = mentor && (await read('/copy-trading/terms', { mentorId: mentor.mentorId }))
      if (mentor === undefined || terms?.minFollow == null) return undefined
      const wanted = BigInt(terms.minFollow) > BigInt(amount) ? terms.minFollow : amount
      return {
        copyId: id,
        mentorId: mentor.mentorId,
        amount: wanted,
        stockShareBp: terms.stockShareBp,
        stopLossBp: terms.stopLossMaxBp,
        cap: null,
        agreed: true,
      }
    }),
  )

/** With a record of days: refused before it. */
export const applyAsMentor = (name: string, tw: string, en: string): Call =>
  later(
    call('mentor', '/mentors/apply', async ({ id, read }) => {
      const own = await read('/mentors/own', {})
      if (own?.figures == null) return undefined
      return { applicationId: id, name, strategy: { tw, en }, agreed: true }
    }),
  )

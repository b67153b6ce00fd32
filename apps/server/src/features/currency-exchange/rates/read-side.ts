import type { RateSourceName } from '@fairlot/contract/currency-exchange'
import { type Currency, currencies, divide } from '@fairlot/money'
import { rateScale } from '@fairlot/rules/currency-exchange'
import type { Log } from '#platform/log'
import { type Published, type RateSource, UnusableRates } from './source.ts'

export interface SideRate {
  readonly mid: bigint
  readonly source: RateSourceName
  readonly publishedAt: Date
  readonly isSimulated: boolean
}

/** By currency: New Taiwan dollars for one unit. */
export type Side = ReadonlyMap<Currency, SideRate>

/**
 * One of the two sides that are compared: its sources in order, each for the currencies that those before it do not have. A source that
 * cannot be used gives nothing; the others still do.
 */
export async function readSide(sources: readonly RateSource[], log: Log, now: Date): Promise<Side> {
  const answers = await Promise.all(sources.map((source) => readOne(source, log, now)))
  const home = answers.flatMap((answer) => answer?.published.dollars.get('TWD') ?? [])[0]
  const side = new Map<Currency, SideRate>()
  if (home === undefined) return side
  for (const currency of currencies) {
    const answer = answers.find((one) => one?.published.dollars.has(currency))
    if (currency === 'TWD' || answer === undefined) continue
    const mid = divide(answer.published.dollars.get(currency)! * rateScale, home)
    if (mid <= 0n) continue
    const { source, published } = answer
    side.set(currency, {
      mid,
      source: source.name,
      publishedAt: published.at,
      isSimulated: source.isSimulated,
    })
  }
  return side
}

async function readOne(
  source: RateSource,
  log: Log,
  now: Date,
): Promise<{ readonly source: RateSource; readonly published: Published } | undefined> {
  try {
    return { source, published: await source.read(now) }
  } catch (error) {
    if (!(error instanceof UnusableRates)) throw error
    log.warn({ source: source.name, why: error.message }, 'rates cannot be used')
    return undefined
  }
}

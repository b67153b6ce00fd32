// What members are promised, as figures. The one definition: the worker and the api count by it, the console shows it,
// and tests compare the alerts' rules and docs/operating/service-levels.md with it.

interface ServiceLevel {
  /** How much must be good, of a million. */
  readonly perMillion: number
  /** Good is what takes no longer. */
  readonly withinMs?: number
  /** Counted in seconds: good is one in which the oldest item of this queue is younger. */
  readonly waiting?: 'exchange-queue' | 'settlement' | 'quotes'
}

export const serviceLevelNames = [
  'api-answers',
  'orders-answered',
  'orders-at-venue',
  'fills-in-books',
  'prices-current',
  'books-agree',
] as const
export type ServiceLevelName = (typeof serviceLevelNames)[number]

export const serviceLevels: Readonly<Record<ServiceLevelName, ServiceLevel>> = {
  'api-answers': { perMillion: 999_000 },
  'orders-answered': { perMillion: 990_000, withinMs: 500 },
  'orders-at-venue': { perMillion: 999_000, withinMs: 5_000, waiting: 'exchange-queue' },
  'fills-in-books': { perMillion: 999_000, withinMs: 10_000, waiting: 'settlement' },
  'prices-current': { perMillion: 995_000, withinMs: 10_000, waiting: 'quotes' },
  'books-agree': { perMillion: 1_000_000 },
}

export const serviceLevelDays = 30

/** What is left of the error budget, from 1 down; below 0 it is used up. Undefined where nothing was counted. */
export function budgetLeft(name: ServiceLevelName, good: number, bad: number): number | undefined {
  const all = good + bad
  if (all === 0) return undefined
  const allowed = (all * (1_000_000 - serviceLevels[name].perMillion)) / 1_000_000
  if (bad === 0) return 1
  return allowed === 0 ? -1 : Math.max(-1, 1 - bad / allowed)
}

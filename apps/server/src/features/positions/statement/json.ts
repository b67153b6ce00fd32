import type { Gathered } from './gather.ts'

/** The same facts for programs: money in hundredths as text, moments in UTC. */
export const jsonOf = (data: Gathered): string =>
  JSON.stringify(
    {
      format: 'fairlot-statement-1',
      ...data,
      opening: Object.fromEntries(data.opening),
      closing: Object.fromEntries(data.closing),
    },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )

// A new operator and the operator who proposed them: for thirty days their votes do not count together.

import { dayMs } from '../calendar/taipei.ts'

/** Days. Long enough for another colleague to meet the new operator before the two can decide alone. */
export const separationDays = 30

export const separatedUntil = (addedAt: Date): Date => new Date(addedAt.getTime() + separationDays * dayMs)

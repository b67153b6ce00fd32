import { derivedIdOfDay } from '#platform/ids'

/** Derived from the conditional order's id: a retry of the same leg finds the existing order. */
export const legOrderId = (conditionalId: string, tries: number, now: Date): string =>
  derivedIdOfDay(`conditional ${conditionalId}/${tries}`, now)

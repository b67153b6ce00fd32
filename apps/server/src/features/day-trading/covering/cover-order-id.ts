import { derivedId } from '#platform/ids'

/** The same for the same position, day and round: a second try of a round finds the first one's order. */
export const coverOrderId = (positionId: string, date: string, round: number): string =>
  derivedId(`auto-cover ${positionId} ${date} ${round}`)

import { derivedId } from '#platform/ids'

/** The same for the same holding, day and round: a second try of a round meets the first one's order. */
export const coverOrderId = (positionId: string, date: string, round: number): string =>
  derivedId(`auto-cover ${positionId} ${date} ${round}`)

import { derivedId } from '#platform/ids'

/** The id of one part of the hold of an order or a conditional order: a second try computes the same one. */
export const holdId = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

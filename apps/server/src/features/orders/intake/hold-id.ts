import { derivedId } from '#platform/ids'

/** The id of one part of an order's hold. */
export const holdId = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

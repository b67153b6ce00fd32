import { derivedId } from '#platform/ids'

/** The id of one part of an order's hold; app.hold_id computes the same. */
export const holdId = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

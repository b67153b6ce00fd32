import { derivedId } from '#platform/ids'

/** The hold of one part of what is frozen for an order; app.hold_id makes the same. */
export const holdId = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

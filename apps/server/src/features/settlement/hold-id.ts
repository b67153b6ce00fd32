import { derivedId } from '#platform/ids'

/** The same as app.hold_id: derived from the order's id, so that a second try computes the same one. */
export const holdIdOf = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

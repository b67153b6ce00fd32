import { derivedId } from '#platform/ids'

/** As app.hold_id makes it: from the order's own id, so that a second try makes the same one. */
export const holdIdOf = (orderId: string, part: number): string => derivedId(`hold ${orderId}/${part}`)

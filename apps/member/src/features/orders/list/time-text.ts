// Times of day in Taipei, wherever the phone is.

import { taipeiIso } from '@fairlot/rules/calendar'

const iso = (instant: string): string => taipeiIso(Date.parse(instant))

/** 10:15:20 */
export const timeText = (instant: string): string => iso(instant).slice(11, 19)
/** 10:15:20.104 */
export const exactTimeText = (instant: string): string => iso(instant).slice(11, 23)

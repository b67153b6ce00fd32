import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { taipeiDate } from '@fairlot/rules/calendar'

export type Member = ConsoleDataOf<'/members/detail'>

/** 2026-03-12T… in Taiwan → 2026/03/12. */
export const dayText = (instant: string): string => taipeiDate(Date.parse(instant)).replaceAll('-', '/')

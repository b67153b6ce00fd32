import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Member = ConsoleDataOf<'/members/detail'>

/** 2026-03-12T… in Taiwan → 2026/03/12. */
export const dayText = (instant: string): string =>
  new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '/')

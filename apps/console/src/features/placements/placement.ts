import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Published = ConsoleDataOf<'/placements/published'>
export type Placement = Published['placements'][number]

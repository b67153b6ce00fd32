import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Listing = ConsoleDataOf<'/block-trades/listed'>['listings'][number]

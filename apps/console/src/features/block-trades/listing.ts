import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Listing = ConsoleDataOf<'/block-trades/listings'>['listings'][number]

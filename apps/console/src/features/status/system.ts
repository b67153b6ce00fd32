import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type System = ConsoleDataOf<'/status/system'>

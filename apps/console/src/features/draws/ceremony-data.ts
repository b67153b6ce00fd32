import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type CeremonyData = ConsoleDataOf<'/draws/ceremony'>

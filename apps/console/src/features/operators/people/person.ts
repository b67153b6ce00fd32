import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Person = ConsoleDataOf<'/operators/listOperators'>['operators'][number]

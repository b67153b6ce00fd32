import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

type Payouts = ConsoleDataOf<'/withdrawals/payouts'>
export type Queued = Payouts['queued'][number]
export type Batch = Payouts['batches'][number]

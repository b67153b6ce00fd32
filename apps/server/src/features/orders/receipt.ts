// What the platform acknowledges when it takes an order. It is made again from the stored row whenever it is asked for, so
// it cannot differ from what is charged; the evidence of a fill carries the same one.

import type { TakenOrder } from '@fairlot/proof'
import { type Receipt, signReceipt } from '#features/audit'
import type { Secrets } from '#platform/secrets'

export const receiptOf = (secrets: Secrets, order: TakenOrder): Receipt => signReceipt(secrets, order)

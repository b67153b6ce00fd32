// The platform's receipt for an accepted order. It is built from the stored row on every request, so it cannot differ
// from what is charged; the evidence of a fill contains the same receipt.

import type { TakenOrder } from '@fairlot/proof'
import { type Receipt, signReceipt } from '#features/audit'
import type { Secrets } from '#platform/secrets'

export const receiptOf = (secrets: Secrets, order: TakenOrder): Receipt => signReceipt(secrets, order)

// The fund password is never stored; it stays in memory until the answer arrives, so a withdrawal that never arrived is
// sent again only after the member has typed it again.

import { useStore } from '@fairlot/ui/store'
import { signLater } from '#features/orders'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { createSender } from '#shell/send-once/create-sender.ts'
import type { Sending } from '#shell/send-once/send-once.ts'
import { onSessionEnd } from '#shell/session.ts'

export interface WithdrawalBody {
  readonly withdrawalId: string
  readonly bankAccountId: string
  readonly amount: string
}

let secret: string | undefined
onSessionEnd(() => {
  secret = undefined
})

export const withdrawalSender = createSender<WithdrawalBody>({
  key: 'withdrawal-sending',
  idField: 'withdrawalId',
  send: async ({ withdrawalId, bankAccountId, amount }) => {
    if (secret === undefined) return { ok: false, why: 'aborted' }
    const body = await signLater('/withdrawals/create', {
      withdrawalId,
      bankAccountId,
      amount,
      fundPassword: secret,
    })
    // The id makes the withdrawal unique. The key only identifies this attempt, so that a corrected password does not
    // get the stored answer.
    const answer = await call('/withdrawals/create', body, {
      idempotencyKey: newIdempotencyKey(),
      quiet: true,
    })
    secret = undefined
    return answer
  },
  find: (withdrawalId) => call('/withdrawals/read', { withdrawalId }, { quiet: true }),
})

export const useWithdrawalSending = (): Sending<WithdrawalBody> | null => useStore(withdrawalSender.state)

export const sendWithdrawal = (body: WithdrawalBody, fundPassword: string): Promise<void> => {
  secret = fundPassword
  return withdrawalSender.send(body, '')
}

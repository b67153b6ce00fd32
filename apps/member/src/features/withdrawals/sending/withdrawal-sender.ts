// A withdrawal is sent exactly once, by the code that sends orders: the phone creates its id and stores it before the
// first byte is sent. The fund password is never stored; it stays in memory until the answer arrives, so a withdrawal
// that never arrived is sent again only after the member has typed it again.

import { createSender, signLater, type Sender, type Sending } from '#features/orders'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { currentSession, onSessionEnd } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'
import { useStore } from '@fairlot/ui/store'

export interface WithdrawalBody {
  /** The withdrawal's id, under the name the sender uses. */
  readonly orderId: string
  readonly bankAccountId: string
  readonly amount: string
}

let secret: string | undefined

const make = (): Sender<WithdrawalBody> => {
  const sender = createSender<WithdrawalBody>({
    place: async ({ orderId, bankAccountId, amount }) => {
      if (secret === undefined) return { kind: 'unanswered' }
      const body = await signLater('/withdrawals/create', {
        withdrawalId: orderId,
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
      if (answer.ok) return { kind: 'placed' }
      return answer.why === 'refused' ? { kind: 'refused', refused: answer } : { kind: 'unanswered' }
    },
    isTaken: async (withdrawalId) => {
      const answer = await call('/withdrawals/read', { withdrawalId }, { quiet: true })
      if (answer.ok) return true
      return answer.why === 'refused' && answer.msg === 'order.not-found' ? false : undefined
    },
    isOnline: () => navigator.onLine,
    account: () => currentSession()?.account,
    read: () => read('withdrawal-sending'),
    write: (text) => write('withdrawal-sending', text),
    now: () => Date.now(),
    wait: (ms) =>
      new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer)
          window.removeEventListener('online', go)
          resolve()
        }
        const timer = setTimeout(go, ms)
        window.addEventListener('online', go)
      }),
  })
  onSessionEnd(() => {
    secret = undefined
    sender.forget()
  })
  return sender
}

let sender: Sender<WithdrawalBody> | undefined
export const withdrawalSender = (): Sender<WithdrawalBody> => (sender ??= make())

export const useWithdrawalSending = (): Sending<WithdrawalBody> | null => useStore(withdrawalSender().state)

export const sendWithdrawal = (body: WithdrawalBody, fundPassword: string): Promise<void> => {
  secret = fundPassword
  return withdrawalSender().send(body, '')
}

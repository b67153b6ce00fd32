import { formatMoney } from '@fairlot/money'
import type { DataOf } from '@fairlot/contract'
import type { TimelineStep } from '@fairlot/ui'
import { timeText } from '#features/orders'
import type { WithdrawalDetailTexts } from './texts/tw.ts'

type Withdrawal = DataOf<'/withdrawals/read'>['withdrawal']

const bad = new Set(['rejected', 'expired', 'returned'])
const byBank = new Set(['sent', 'paid', 'returned'])

/** Past steps, the current one, and the next ones. */
export const stepsOf = (withdrawal: Withdrawal, texts: WithdrawalDetailTexts): readonly TimelineStep[] => {
  const { bankName, ending, state, stage, steps } = withdrawal
  const done = steps.map(({ what, at }, index): TimelineStep => {
    const time = timeText(at)
    // The first is sent by the member; a later step of that name is the bank's.
    if (index === 0)
      return {
        key: 'asked',
        state: 'done',
        title: texts.asked(formatMoney(BigInt(withdrawal.amount) + BigInt(withdrawal.fee))),
        time,
        actor: { text: texts.you, tone: 'me' },
      }
    return {
      key: `${what} ${at}`,
      state: bad.has(what) ? 'bad' : 'done',
      title: texts.steps[what] ?? what,
      time,
      actor:
        what === 'cancelled'
          ? { text: texts.you, tone: 'me' }
          : { text: byBank.has(what) ? texts.bank : what === 'expired' ? texts.system : texts.reviewers },
    }
  })
  const arrive: TimelineStep = { key: 'arrive', state: 'todo', title: texts.arrive(bankName, ending) }
  if (state === 'pending')
    return [
      ...done,
      { key: 'waiting', state: 'now', title: texts.waiting, time: texts.now, caption: texts.waitingText },
      { key: 'pay', state: 'todo', title: texts.pay, caption: texts.payText },
      arrive,
    ]
  if (stage === 'queued')
    return [...done, { key: 'pay', state: 'now', title: texts.pay, time: texts.now }, arrive]
  return stage === 'sent' ? [...done, { ...arrive, state: 'now', time: texts.now }] : done
}

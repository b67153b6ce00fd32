import type { BodyOf } from '@fairlot/contract'
import { useRef, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { moneyRefusal } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { toastMessage } from '#shell/toasts.ts'
import { depositPath } from './paths.ts'
import { depositsTexts } from './texts/index.ts'
import { depositsMoved } from './use-deposit-changes.ts'

const fields = ['amount', 'receipt', 'channelPassword'] as const
type Field = (typeof fields)[number]

/** Reports a deposit once, and keeps what was wrong with it. */
export const useSendDeposit = () => {
  const texts = depositsTexts.use().form
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [fieldError, setFieldError] = useState<{
    readonly field: string | undefined
    readonly text: string
  }>()
  const [unverified, setUnverified] = useState(false)
  // A retry after a lost answer is the same request; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  const send = async (body: BodyOf<'/deposits/create'>) => {
    if (busy) return
    setBusy(true)
    const answer = await call('/deposits/create', body, { idempotencyKey: key.current, quiet: true })
    if (answer.ok) {
      void toastMessage('done.recharge')
      navigate(depositPath(answer.data.deposit.depositId), { replace: true })
      await depositsMoved()
      return
    }
    setBusy(false)
    if (answer.why !== 'refused') return setFieldError({ field: undefined, text: texts.unanswered })
    key.current = newIdempotencyKey()
    setUnverified(answer.msg.startsWith('identity.'))
    setFieldError({ field: answer.field, text: await moneyRefusal(answer) })
    // Reading the offer again shows a pending deposit, a closed bank or a closed channel.
    if (answer.field === undefined || answer.field === 'channelId') await depositsMoved()
  }
  return {
    send,
    busy,
    unverified,
    fieldErrorOf: (field: Field) => (fieldError?.field === field ? fieldError.text : undefined),
    /** What is wrong with none of the fields. */
    otherError: fields.some((field) => field === fieldError?.field) ? undefined : fieldError?.text,
    clearFieldErrors: () => setFieldError(undefined),
  }
}

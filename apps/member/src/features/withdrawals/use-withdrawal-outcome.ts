// What became of the withdrawal just sent: leads on when it arrived, and keeps why it was refused.

import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { moneyRefusal } from '#features/funds'
import type { Refused } from '#shell/client.ts'
import { toastMessage } from '#shell/toasts.ts'
import { withdrawalPath } from './paths.ts'
import { withdrawalSender } from './sending/withdrawal-sender.ts'
import { withdrawalsTexts } from './texts/index.ts'
import { withdrawalsMoved } from './use-withdrawal-changes.ts'

interface FieldError {
  readonly about: 'pin' | 'amount' | 'all'
  readonly text: string
}

export const useWithdrawalOutcome = (setPin: (pin: string) => void) => {
  const busyText = withdrawalsTexts.use().sending.busy
  const navigate = useNavigate()
  const [fieldError, setFieldError] = useState<FieldError>()
  const arrived = useEffectEvent((withdrawalId: string) => {
    void toastMessage('done.withdrawal')
    navigate(withdrawalPath(withdrawalId), { replace: true })
    void withdrawalsMoved()
  })
  const refused = useEffectEvent(async (refusal: Refused) => {
    const { msg, field } = refusal
    const isPin = msg === 'password.wrong-fund' || msg === 'auth.fund-password-locked'
    const text = await moneyRefusal(refusal)
    setFieldError({ about: isPin ? 'pin' : field === 'amount' ? 'amount' : 'all', text })
    // Reads the offer again, because the refusal shows that it is outdated.
    if (!isPin) void withdrawalsMoved()
  })
  useEffect(
    () =>
      withdrawalSender.onOutcome((outcome) => {
        if (outcome.kind === 'placed') arrived(outcome.id)
        else if (outcome.kind === 'busy') setFieldError({ about: 'all', text: busyText })
        else void refused(outcome.refused)
        setPin('')
        return true
      }),
    [busyText, setPin],
  )
  return {
    fieldErrorOf: (about: FieldError['about']) => (fieldError?.about === about ? fieldError.text : undefined),
    clearFieldErrors: () => setFieldError(undefined),
  }
}

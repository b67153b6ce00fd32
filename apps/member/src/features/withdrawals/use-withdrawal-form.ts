// What the member has typed, what is still missing, and sending it once.

import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import type { BankAccount } from '#features/bank-accounts'
import { fundComponentsTexts, timeLeftText, minorOf, symbolOf } from '#features/funds'
import { useNow } from '#shell/live/use-now.ts'
import { useMoment } from '#shell/format.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { sendWithdrawal, useWithdrawalSending } from './sending/withdrawal-sender.ts'
import { withdrawalsTexts } from './texts/index.ts'
import { useWithdrawalOutcome } from './use-withdrawal-outcome.ts'
import { withdrawalStop, type Offer, type Stop } from './withdrawal-limits.ts'

export const PIN_LENGTH = 6

export const moneyIn =
  (currency: string) =>
  (value: string | bigint): string =>
    `${symbolOf(currency)}${formatMoney(value)}`

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>

export const useWithdrawalForm = (offer: Offer, account: BankAccount | undefined) => {
  const texts = withdrawalsTexts.use().todo
  const sending = useWithdrawalSending()
  const now = useNow(offer.coolDownEndsAt === null ? 10_000 : 1_000)
  const [typed, setTyped] = useState('')
  const [pin, setPin] = useState('')
  const [typingPin, setTypingPin] = useState(false)
  const { fieldErrorOf, clearFieldErrors } = useWithdrawalOutcome(setPin)

  const amount = minorOf(typed)
  const stop = amount === undefined ? undefined : withdrawalStop(offer, amount)
  const coolDownMs = offer.coolDownEndsAt === null ? 0 : Date.parse(offer.coolDownEndsAt) - now
  const isAsking = sending !== null && sending.phase !== 'missing'
  const stopText = stop === undefined ? undefined : stopTextOf(stop, texts, moneyIn(offer.currency))
  const unavailable = useUnavailable(offer, coolDownMs)
  const todo =
    unavailable ??
    (account === undefined
      ? texts.card
      : amount === undefined
        ? texts.amount
        : (stopText ?? (pin.length < PIN_LENGTH ? texts.pin : undefined)))
  const send = () => {
    if (todo !== undefined || isAsking || account === undefined || amount === undefined) return
    setTypingPin(false)
    clearFieldErrors()
    // A withdrawal that never arrived is sent again under its own id: if the first one arrives late, the two are one.
    const withdrawalId = sending?.body.withdrawalId ?? newId()
    void sendWithdrawal(
      { withdrawalId, bankAccountId: account.bankAccountId, amount: amount.toString() },
      pin,
    )
  }
  return {
    typed,
    typeAmount: (next: string) => {
      setTyped(next)
      clearFieldErrors()
    },
    fillAmount: setTyped,
    amount,
    stop,
    stopText,
    pin,
    typePin: (next: string) => {
      setPin(next.slice(0, PIN_LENGTH))
      clearFieldErrors()
    },
    canTypePin: offer.hasFundPassword && offer.isOpen && coolDownMs <= 0,
    typingPin,
    startPin: () => setTypingPin(true),
    coolDownMs,
    todo,
    isAsking,
    fieldErrorOf,
    send,
  }
}

/** Why no withdrawal is possible now, whatever the member types. */
const useUnavailable = (offer: Offer, coolDownMs: number): string | undefined => {
  const { todo } = withdrawalsTexts.use()
  const { left } = fundComponentsTexts.use()
  const moment = useMoment()
  if (coolDownMs > 0) return todo.coolDown(timeLeftText(coolDownMs, left))
  return offer.isOpen ? undefined : todo.closed(offer.opensAt === null ? '' : moment(offer.opensAt))
}

const stopTextOf = (
  stop: Stop,
  texts: ReturnType<typeof withdrawalsTexts.use>['todo'],
  money: (value: bigint) => string,
): string => (stop.why === 'times' ? texts.times : texts[stop.why](money(stop.amount)))

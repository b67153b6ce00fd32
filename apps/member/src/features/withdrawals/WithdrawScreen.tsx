// Withdrawing money: account, amount, arrival time, and the fund password. Every obstacle is shown with its fix.

import { lazy, Suspense, useEffect, useState } from 'react'
import { shownStateOf, useBankAccounts } from '#features/bank-accounts'
import { IdentityFirst } from '#features/funds'
import { useNow } from '#shell/live/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { Restricted, useRestrictions } from '#shell/restricted/index.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { RecordsButton } from './RecordsButton.tsx'
import { useWithdrawalSending, withdrawalSender } from './sending/withdrawal-sender.ts'
import { useWithdrawalChanges } from './use-withdrawal-changes.ts'
import { WithdrawalForm } from './WithdrawalForm.tsx'

// Members who can withdraw need neither.
const Pending = lazy(() => import('./WithdrawalUnavailable.tsx').then((file) => ({ default: file.Pending })))
const NoBankAccount = lazy(() =>
  import('./WithdrawalUnavailable.tsx').then((file) => ({ default: file.NoBankAccount })),
)

export const WithdrawScreen = () => {
  useWithdrawalChanges()
  // Looks up a withdrawal that was sent before the page was reloaded.
  useEffect(() => withdrawalSender.resume(), [])
  const sending = useWithdrawalSending()
  const accounts = useBankAccounts()
  const now = useNow(10_000)
  const own = accounts.data?.bankAccounts ?? []
  const usable = own.filter((account) => shownStateOf(account, now) === 'verified')
  const [chosen, setChosen] = useState<string>()
  const account =
    usable.find(({ bankAccountId }) => bankAccountId === chosen) ??
    usable.find(({ isDefault }) => isDefault) ??
    usable[0]
  // The account decides the currency: each currency has its own balance.
  const offer = useRead('/withdrawals/offer', { currency: account?.currency ?? 'TWD' })
  const profile = useRead('/members/profile', {}, { quiet: true })
  const restrictions = useRestrictions('move-money')
  // The member event can arrive before the answer: the form stays until it has the answer, and then leads on.
  const isFree = offer.data?.pending === null || sending !== null
  if (offer.data !== undefined && own.length > 0 && isFree && restrictions?.length === 0)
    return (
      <WithdrawalForm
        key={offer.data.currency}
        offer={offer.data}
        accounts={own}
        account={account}
        onChoose={setChosen}
      />
    )
  return (
    <RouteScreen trailing={<RecordsButton />}>
      <Answered read={offer}>
        {({ pending }) =>
          restrictions === undefined ? null : restrictions.length > 0 ? (
            <Suspense>
              <Restricted restrictions={restrictions} />
              {pending === null ? null : <Pending withdrawalId={pending} />}
            </Suspense>
          ) : pending !== null ? (
            <Suspense>
              <Pending withdrawalId={pending} />
            </Suspense>
          ) : (
            <Answered read={accounts}>
              {({ holder }) =>
                holder === null ? (
                  <IdentityFirst state={profile.data?.verification} />
                ) : (
                  <Suspense>
                    <NoBankAccount />
                  </Suspense>
                )
              }
            </Answered>
          )
        }
      </Answered>
      <HelpRow page="withdrawals" />
    </RouteScreen>
  )
}

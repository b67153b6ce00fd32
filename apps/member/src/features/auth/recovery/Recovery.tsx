// The forgotten password, in three steps. The step is in the address (`?step=`), so that the phone's back button goes
// one step back. The input is state of this component and is lost when the member leaves it.

import { useState } from 'react'
import { Navigate, useNavigate } from '@fairlot/app-shell/router'
import { useSearch } from '#shell/search.ts'
import { ChooseWay } from './ChooseWay.tsx'
import { NewPassword } from './NewPassword.tsx'
import { ProveByCode } from './ProveByCode.tsx'
import { type Begun, type Proof, START, type Way, ways } from './recovery-steps.ts'
import { ReviewRequest } from './ReviewRequest.tsx'
import { ReviewSent } from './ReviewSent.tsx'

export const Recovery = () => {
  const navigate = useNavigate()
  const search = useSearch()
  const [account, setAccount] = useState('')
  const [way, setWay] = useState<Way>(() => ways.find((name) => name === search.get('way')) ?? 'passkey')
  const [begun, setBegun] = useState<Begun>()
  const [proof, setProof] = useState<Proof>()
  const [refused, setRefused] = useState<string>()
  const [sent, setSent] = useState<{ readonly reference: string; readonly recoveryKey: string }>()

  const startAgain = () => {
    setProof(undefined)
    navigate(START, { replace: true })
  }
  const step = search.get('step')
  if (step === 'sent' && sent !== undefined) return <ReviewSent {...sent} />
  if (begun !== undefined) {
    if (step === 'review')
      return (
        <ReviewRequest
          recoveryId={begun.recoveryId}
          onSent={(reference, recoveryKey) => {
            setSent({ reference, recoveryKey })
            navigate(`${START}?step=sent`, { replace: true })
          }}
          onPassed={() => navigate(`${START}?step=proof`)}
          onExpired={startAgain}
        />
      )
    if (step === 'proof' && way !== 'passkey')
      return (
        <ProveByCode
          way={way}
          refused={refused}
          onProof={(next) => {
            setRefused(undefined)
            setProof(next)
            navigate(`${START}?step=password`)
          }}
        />
      )
    if (step === 'password' && proof !== undefined)
      return (
        <NewPassword
          account={begun.account}
          recoveryId={begun.recoveryId}
          proof={proof}
          onExpired={startAgain}
          onRefused={(text) => {
            // The proof stays until the step back has arrived: without it this page would lead to the start.
            setRefused(text)
            // The proof was refused: return to the page before, where it is entered.
            navigate(-1)
          }}
        />
      )
  }
  // A reload, or a step without its earlier input.
  if (step !== null) return <Navigate to={START} replace />
  return (
    <ChooseWay
      account={account}
      onAccount={setAccount}
      way={way}
      onWay={setWay}
      onBegun={(next, given) => {
        setBegun(next)
        setRefused(undefined)
        setProof(given)
        navigate(`${START}?step=${given !== undefined ? 'password' : way === 'review' ? 'review' : 'proof'}`)
      }}
    />
  )
}

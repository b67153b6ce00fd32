// Checks the own balance when the page of checks opens: the one check that needs no choice of a subject.

import { checkBalance } from '@fairlot/proof'
import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import { useEffect } from 'react'
import { useRead } from '#shell/data.ts'
import { isBalanceRight } from '../balance-standing.ts'
import { keepFinding } from '../findings.ts'

export const BalanceCheck = () => {
  const owner = useRead('/members/profile', {}, { quiet: true }).data?.memberId
  const { data } = useRead('/audit/balanceEvidence', { asset: 'TWD', kind: 'balances' }, { quiet: true })
  useEffect(() => {
    if (owner === undefined || data === undefined || data.root === null || !canCheck()) return
    const { root, leaves, control } = data
    const check = async () => {
      const isRight = isBalanceRight(await checkBalance(browserTools, owner, { root, leaves, control }))
      if (isRight !== undefined) keepFinding('balance', 'balances', isRight)
    }
    void check()
  }, [owner, data])
  return null
}

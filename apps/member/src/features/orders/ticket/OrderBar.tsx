// Buy long and buy short: the two buttons to the ticket at the bottom of an instrument's page.

import { Button } from '@fairlot/ui'
import { Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { rememberReturnTo, useSession } from '#shell/session.ts'
import { ticketPath } from '../paths.ts'
import { ordersTexts } from '../texts/index.ts'
import { TicketSheet } from './LazyTicket.tsx'

export const OrderBar = ({ symbol }: { readonly symbol: string }) => {
  const texts = ordersTexts.use()
  const isMember = useSession() !== null
  const navigate = useNavigate()
  const [side, setSide] = useState<'long' | 'short'>()
  const press = (next: 'long' | 'short') => {
    if (isMember) {
      setSide(next)
      return
    }
    rememberReturnTo(ticketPath(symbol, { side: next }))
    navigate('/login/login')
  }
  return (
    <>
      {(['long', 'short'] as const).map((each) => (
        <Button key={each} kind={each} onPress={() => press(each)}>
          {texts.directions[each]} <small>{texts.directionAsides[each]}</small>
        </Button>
      ))}
      {side === undefined ? null : (
        <Suspense>
          <TicketSheet
            symbol={symbol}
            opening={{ side, dayTrade: false }}
            onClose={() => setSide(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

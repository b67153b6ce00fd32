// What the member has typed in the apply sheet, and sending it once.

import { blockCost, checkBlockApplication } from '@fairlot/rules/block-trades'
import { lotSize } from '@fairlot/rules/instruments'
import { useOnce } from '@fairlot/ui'
import { useId, useRef, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call, type Refused } from '#shell/client.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { toastMessage } from '#shell/toasts.ts'
import { blockTradesTexts } from './texts/index.ts'
import { blocksMoved, type Listing, type Listings } from './use-block-trades.ts'

const MAX_PASSWORD = 20

interface Asked {
  readonly day: Listings
  readonly listing: Listing
  readonly onClose: () => void
  readonly onSent: () => void
}

export const useApply = ({ day, listing, onClose, onSent }: Asked) => {
  const { sheet } = blockTradesTexts.use()
  const id = useId()
  const [lots, setLots] = useState(listing.minLots)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  // A retry after a lost answer is the same application; after a refusal it is a new one.
  const applicationId = useRef(newId())
  const cost = blockCost(day, listing.price, lots * lotSize)
  const refusal = checkBlockApplication(day, listing, lots, day.usedToday)
  const refused = async ({ msg, params }: Refused) => {
    applicationId.current = newId()
    if (msg === 'password.key-mismatch') {
      setWrong(sheet.wrong(Number(params?.['left'] ?? 0)))
      setPassword('')
      return
    }
    setProblem(await messageText(msg, params))
    // The refusal shows that what is on the screen is outdated.
    await blocksMoved()
  }
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/block-trades/apply',
      {
        applicationId: applicationId.current,
        listingId: listing.listingId,
        lots,
        price: listing.price,
        password,
      },
      { idempotencyKey: applicationId.current, quiet: true },
    )
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      await blocksMoved()
      onClose()
      onSent()
      return
    }
    setUnknown(answer.why !== 'refused')
    if (answer.why === 'refused') await refused(answer)
  })
  const clear = () => {
    setWrong(undefined)
    setProblem(undefined)
  }
  return {
    lots,
    setLots: (next: number) => {
      setLots(next)
      clear()
    },
    cost,
    password: {
      id,
      name: 'block-password',
      value: password,
      error: wrong,
      onChange: (next: string) => {
        setPassword(next.slice(0, MAX_PASSWORD))
        clear()
      },
      onBlur: () => undefined,
    },
    problem,
    isUnknown,
    canSend: refusal === undefined && cost.total <= BigInt(day.available) && password !== '' && day.isOpen,
    send: run,
    busy,
  }
}

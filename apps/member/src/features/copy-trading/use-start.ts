// What the member has typed in the start sheet, and sending it once.

import { followRefusal, suitabilityOf } from '@fairlot/rules/copy-trading'
import { useOnce } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { showToast, toastMessage } from '#shell/toasts.ts'
import { copiesMoved, inCopiesOf, type Terms } from './copy.ts'
import { useSettings } from './Settings.tsx'
import { copyTradingTexts } from './texts/index.ts'

interface Asked {
  readonly terms: Terms
  readonly productId?: string | undefined
  readonly onStarted: (copyId: string) => void
}

const proposedStopLossBp = 1_000

export type Start = ReturnType<typeof useStart>

export const useStart = ({ terms, productId, onStarted }: Asked) => {
  const texts = copyTradingTexts.use().start
  const minFollow = BigInt(terms.minFollow ?? '0')
  const [amount, setAmount] = useState(Number(minFollow))
  const [isAgreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  const wanted = BigInt(amount)
  const settings = useSettings(
    { stockShareBp: terms.stockShareBp, stopLossBp: proposedStopLossBp, cap: null },
    wanted,
  )
  // A retry after a lost answer is the same copy; after a refusal it is a new one.
  const copyId = useRef(newId())
  const refusal = followRefusal({
    amount: wanted,
    minFollow,
    equity: BigInt(terms.equity),
    inCopies: inCopiesOf(terms),
    available: BigInt(terms.available),
  })
  const { run, busy } = useOnce(async () => {
    const answer = await call(
      '/copy-trading/follow',
      {
        copyId: copyId.current,
        mentorId: terms.mentor.mentorId,
        ...(productId === undefined ? {} : { productId }),
        amount: wanted.toString(),
        ...settings.chosen,
        agreed: isAgreed,
      },
      { idempotencyKey: copyId.current, quiet: true },
    )
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      else showToast({ text: texts.sent, tone: 'done' })
      await copiesMoved()
      onStarted(answer.data.copy.copyId)
      return
    }
    setUnknown(answer.why !== 'refused')
    if (answer.why !== 'refused') return
    copyId.current = newId()
    setProblem(await messageText(answer.msg, answer.params))
    // The refusal shows that what is on the screen is outdated.
    await copiesMoved()
  })
  return {
    amount,
    wanted,
    setAmount,
    settings,
    isAgreed,
    setAgreed,
    refusal,
    isReviewed: suitabilityOf(wanted) === 'under-review',
    problem,
    isUnknown,
    canReview: refusal === undefined && settings.problem === undefined,
    /** Back to the fields: what the last attempt said is about them. */
    clear: () => setProblem(undefined),
    send: run,
    busy,
  }
}

import { formatMoney } from '@fairlot/money'
import { useRef } from 'react'
import { CancelDialog } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { blockTradesTexts } from './texts/index.ts'
import { type Application, blocksMoved } from './use-block-trades.ts'

/** Asks before an application is taken back. */
export const CancelApplication = ({
  row,
  onClose,
}: {
  readonly row: Application
  readonly onClose: () => void
}) => {
  const texts = blockTradesTexts.use().cancel
  const key = useRef(newIdempotencyKey())
  const cancel = async (): Promise<boolean> => {
    const answer = await call(
      '/block-trades/cancel',
      { applicationId: row.applicationId },
      { idempotencyKey: key.current },
    )
    await blocksMoved()
    return answer.ok
  }
  return (
    <CancelDialog open onClose={onClose} texts={texts} onCancel={cancel}>
      {texts.text(`NT$${formatMoney(row.total)}`)}
    </CancelDialog>
  )
}

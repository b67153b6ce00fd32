// One bid of the member before the opening: the phone knows its price, the platform its fingerprint and ceiling.

import { Button, Card, Hash } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { shortHash } from '#features/audit'
import { CancelDialog } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { BidChip } from './AuctionChip.tsx'
import { type Bid, bidsMoved, useBidLine } from './figures.ts'
import { keptBid } from './kept-bids.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

export const BidCard = ({ bid }: { readonly bid: Bid }) => {
  const { record, voidReasons } = auctionsTexts.use()
  const moment = useMoment()
  const line = useBidLine()
  const now = useNow(5_000)
  const isSealed = bid.state === 'sealed'
  const canCancel = isSealed && Date.parse(bid.closesAt) > now
  const text = ((): string => {
    if (canCancel) return record.waits(moment(bid.closesAt))
    if (isSealed) return record.closed(moment(bid.opensAt))
    return bid.voidReason === null ? record.released(formatMoney(bid.deposit)) : voidReasons[bid.voidReason]
  })()
  return (
    <Card pad as="section" className={styles.bid}>
      <div className={styles.between}>
        <h3>{line(bid)}</h3>
        <BidChip bid={bid} />
      </div>
      <p className={styles.small}>
        {[
          record.ceiling(formatMoney(bid.ceiling)),
          ...(BigInt(bid.held) > 0n ? [record.held(formatMoney(bid.held))] : []),
          ...(isSealed && keptBid(bid.bidId) !== undefined ? [record.onPhone] : []),
        ].join(' · ')}
      </p>
      <p className={styles.text}>{text}</p>
      <p className={styles.small}>{record.fingerprint}</p>
      <Hash text={shortHash(bid.fingerprint)} full={bid.fingerprint} copy={record.copy} />
      {canCancel ? <Cancel bid={bid} /> : null}
    </Card>
  )
}

const Cancel = ({ bid }: { readonly bid: Bid }) => {
  const { record } = auctionsTexts.use()
  const [asking, setAsking] = useState(false)
  const cancel = async (): Promise<boolean> => {
    const answer = await call(
      '/auctions/cancel',
      { bidId: bid.bidId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await bidsMoved()
    return answer.ok
  }
  return (
    <>
      <Button kind="quiet" small onPress={() => setAsking(true)}>
        {record.cancel}
      </Button>
      <CancelDialog
        open={asking}
        onClose={() => setAsking(false)}
        texts={record.cancelling}
        onCancel={cancel}
      >
        {record.cancelText(formatMoney(bid.deposit), formatMoney(bid.fee))}
      </CancelDialog>
    </>
  )
}

// One bid of the member: sealed until the opening, then with its result and what is left to pay.

import { Button, Card, Hash, useOnce } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useState } from 'react'
import { shortHash } from '#features/audit'
import { CancelDialog } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { toastMessage } from '#shell/toasts.ts'
import { BidChip } from './AuctionChip.tsx'
import { type Bid, bidsMoved, countText } from './figures.ts'
import { keptBid } from './kept-bids.ts'
import { auctionsTexts } from './texts/index.ts'
import styles from './Auctions.module.css'

interface Props {
  readonly bid: Bid
  readonly opensAt: string
}

export const BidCard = ({ bid, opensAt }: Props) => {
  const texts = auctionsTexts.use()
  const { record } = texts
  const known = bid.price === null ? keptBid(bid.bidId) : { price: bid.price, lots: bid.lots ?? 0 }
  return (
    <Card pad as="section" className={styles.bid}>
      <div className={styles.between}>
        <h3>
          {known === undefined
            ? record.hidden
            : record.line(formatPrice(BigInt(known.price)), texts.lots(countText(known.lots)))}
        </h3>
        <BidChip state={bid.state} />
      </div>
      <p className={styles.small}>
        {record.ceiling(formatMoney(bid.ceiling))}
        {BigInt(bid.held) > 0n ? ` · ${record.held(formatMoney(bid.held))}` : ''}
        {bid.price === null && known !== undefined ? ` · ${record.onPhone}` : ''}
      </p>
      <What bid={bid} opensAt={opensAt} />
      <p className={styles.small}>{record.fingerprint}</p>
      <Hash text={shortHash(bid.fingerprint)} full={bid.fingerprint} copy={record.copy} />
      {bid.state === 'sealed' ? <Cancel bid={bid} /> : null}
      {bid.state === 'payment-due' ? <Pay bid={bid} /> : null}
    </Card>
  )
}

const What = ({ bid, opensAt }: Props) => {
  const texts = auctionsTexts.use()
  const { record } = texts
  const moment = useMoment()
  const now = useNow(5_000)
  const won = record.won(texts.lots(countText(bid.awarded)), formatMoney(bid.amount))
  const text = ((): string => {
    switch (bid.state) {
      case 'sealed':
        return Date.parse(bid.closesAt) > now
          ? record.waits(moment(bid.closesAt))
          : record.closed(moment(opensAt))
      case 'payment-due':
        return `${won} ${record.due(moment(bid.payBy))}`
      case 'paid':
        return `${won} ${record.paid}`
      case 'not-won':
      case 'cancelled':
        return record.released(formatMoney(bid.deposit))
      case 'invalid':
        return `${bid.problem === null ? '' : texts.problems[bid.problem]} ${record.released(formatMoney(bid.deposit))}`
      case 'forfeited':
        return record.forfeited
      case 'void':
        return bid.voidReason === null ? '' : texts.voidReasons[bid.voidReason]
    }
  })()
  return <p>{text}</p>
}

const Cancel = ({ bid }: { readonly bid: Bid }) => {
  const { record } = auctionsTexts.use()
  const now = useNow(5_000)
  const [asking, setAsking] = useState(false)
  if (Date.parse(bid.closesAt) <= now) return null
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

const Pay = ({ bid }: { readonly bid: Bid }) => {
  const { record } = auctionsTexts.use()
  const { run, busy } = useOnce(async () => {
    const answer = await call('/auctions/pay', { bidId: bid.bidId }, { idempotencyKey: newIdempotencyKey() })
    await bidsMoved()
    if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
  })
  return (
    <Button wide loading={busy} onPress={run}>
      {record.pay(formatMoney(bid.due))}
    </Button>
  )
}

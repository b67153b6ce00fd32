import type { MessageCode } from '@fairlot/contract'
import { ActionBar, Button, useOnce } from '@fairlot/ui'
import { useRef } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useMoment } from '#shell/format.ts'
import { toastMessage } from '#shell/toasts.ts'
import { bidsMoved, cash, type Detail } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import styles from '../Auctions.module.css'

/** Pays what is due, bid after bid. The first refusal ends it: what is paid stays paid. */
export const PayBar = ({ detail: { auction, bids } }: { readonly detail: Detail }) => {
  const { sums } = auctionsTexts.use().own
  const moment = useMoment()
  const keys = useRef(new Map<string, string>())
  const { run, busy } = useOnce(async () => {
    let message: MessageCode | '' = ''
    for (const { bidId } of bids.filter(({ state }) => state === 'payment-due')) {
      const key = keys.current.get(bidId) ?? newIdempotencyKey()
      keys.current.set(bidId, key)
      const answer = await call('/auctions/pay', { bidId }, { idempotencyKey: key })
      if (answer.ok) message = answer.msg
      // After a refusal the next attempt is a new request; after a lost answer it is the same one.
      else if (answer.why === 'refused') keys.current.delete(bidId)
      if (!answer.ok) break
    }
    await bidsMoved()
    if (message !== '') void toastMessage(message)
  })
  return (
    <ActionBar>
      <div className={styles.payBar}>
        <p>
          <span className={styles.small}>{sums.due(moment(auction.payBy))}</span>
          <b className="num">{cash(auction.mine.due)}</b>
        </p>
        <Button wide loading={busy} onPress={run}>
          {sums.pay}
        </Button>
      </div>
    </ActionBar>
  )
}

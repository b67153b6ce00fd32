// The check that this phone computes the same result from the published book.

import { auctionSteps } from '@fairlot/proof'
import { Button, Evidence, Note } from '@fairlot/ui'
import { Checks, useKeepFinding } from '#features/audit'
import { useMoment } from '#shell/format.ts'
import { type Auction, countText } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import { type AuctionCheck, useAuctionCheck } from './use-auction-check.ts'
import styles from '../Auctions.module.css'

type Standing = keyof ReturnType<typeof auctionsTexts.now>['check']['standing']

function standingOf(check: AuctionCheck): Standing {
  if (check.state !== 'done') return check.state
  const found = Object.values(check.verdict)
  return found.includes('wrong') ? 'wrong' : found.includes('unknown') ? 'partly' : 'right'
}

export const CheckCard = ({ auction }: { readonly auction: Auction }) => {
  const texts = auctionsTexts.use().check
  const moment = useMoment()
  const { check, run } = useAuctionCheck(auction.auctionId)
  const standing = standingOf(check)
  useKeepFinding(
    'auctions',
    auction.auctionId,
    standing === 'right' ? true : standing === 'wrong' ? false : undefined,
  )
  const values = {
    terms: moment(auction.startsAt),
    list: moment(auction.closesAt),
    beacon: countText(auction.round),
    bids: countText(auction.bids),
    result: countText(auction.result?.lots ?? 0),
  }
  return (
    <Evidence
      title={texts.title}
      verdict={texts.standing[standing]}
      tone={standing === 'wrong' || standing === 'failed' ? 'crit' : 'ok'}
    >
      {check.state === 'done' ? (
        <>
          <Checks
            rows={auctionSteps.map((step) => ({
              key: step,
              ...texts.steps[step],
              verdict: check.verdict[step],
              value: values[step],
            }))}
          />
          <p className={styles.small}>
            {texts.took(countText(check.book.bids.length), (check.ms / 1_000).toFixed(1))}
          </p>
        </>
      ) : (
        <p className={styles.small}>{texts.text}</p>
      )}
      {standing === 'wrong' ? <Note tone="crit">{texts.wrong}</Note> : null}
      <Button kind="quiet" wide loading={check.state === 'running'} onPress={run}>
        {check.state === 'done' ? texts.again : texts.run}
      </Button>
    </Evidence>
  )
}

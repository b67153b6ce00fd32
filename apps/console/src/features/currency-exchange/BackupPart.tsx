import { Note } from '@fairlot/ui'
import { mayQuoteBackup } from '@fairlot/rules/currency-exchange'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { ReasonPopup } from '#kit/proposal/ReasonPopup.tsx'
import { useAddress } from '#kit/use-address.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import type { Board, Rate } from './board.ts'
import { currencyExchangeTexts } from './texts/index.ts'

/** A running decision to quote the second source alone, and the proposal of one while the currency is stopped. */
export function BackupPart({ rate, board: { terms } }: { readonly rate: Rate; readonly board: Board }) {
  const texts = currencyExchangeTexts.use()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const [asking, setAsking] = useState(false)
  const { currency, stopped, isBackup, backup, proposal, second } = rate
  if (backup !== null)
    return (
      <>
        <Note tone="warn">
          {isBackup
            ? texts.backup.quoted(texts.sources[second.source], momentText(backup.until))
            : texts.backup.allowed(texts.sources[second.source], momentText(backup.until))}
        </Note>
        <ConsoleButton kind="text" small onPress={() => toReview('currency-backup', backup.reviewId)}>
          {texts.backup.review(backup.number)}
        </ConsoleButton>
      </>
    )
  if (proposal !== null) return <OpenProposal kind="currency-backup" proposal={proposal} />
  if (!mayPropose || !mayQuoteBackup(stopped)) return null
  return (
    <>
      <DetailFoot>
        <ConsoleButton kind="outline" onPress={() => setAsking(true)}>
          {texts.backup.propose}
        </ConsoleButton>
      </DetailFoot>
      {asking ? (
        <ReasonPopup
          texts={{
            ...texts.backup.form,
            text: texts.backup.form.text(texts.sources[second.source], terms.backupMinutes),
          }}
          kind="currency-backup"
          onClose={() => setAsking(false)}
          onSent={() => refresh('/currency-exchange/board')}
          onSend={(reason) => call('/currency-exchange/proposeBackup', { currency, reason })}
        />
      ) : null}
    </>
  )
}

import { CopyButton, Note } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, LedgerLines } from '#kit/Detail.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Answered } from '#shell/Answered.tsx'
import { openFile } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { mayDo, useMe } from '#shell/session.ts'
import type { Batch } from './payouts.ts'
import { payoutsTexts } from './texts/index.ts'
import styles from './Payouts.module.css'

/** One payout file: its checksum, its payouts, and its single download. */
export function BatchDetail({ batch }: { readonly batch: Batch }) {
  const { batch: texts, files } = payoutsTexts.use()
  const me = useMe()
  const { batchId, currency, fetched } = batch
  const read = useRead('/withdrawals/batch', { batchId }, { every: 15_000 })
  const [isBusy, setBusy] = useState(false)
  const fetchFile = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await openFile('/withdrawals/fetchFile', { batchId })
    setBusy(false)
    if (answer.ok) {
      save(answer.file, `payouts-${batch.bankDay}-${batch.sha256.slice(0, 8)}.csv`)
      showToast({ text: texts.saved, tone: 'done', ms: 3000 })
    } else await toastFailure(answer)
    await refresh('/withdrawals/payouts')
  }
  return (
    <>
      <DetailHead
        meta={texts.sent(momentText(batch.sentAt))}
        title={moneyText(batch.total, currency)}
        sub={`${batch.bankDay} · ${files.count} ${batch.count}`}
      />
      <DetailPart title={texts.checksum} aside={texts.checksumHelp}>
        <p className={styles.checksum}>
          <span className="mono">{batch.sha256}</span>
          <CopyButton kind="icon" text={batch.sha256} texts={texts.copy} />
        </p>
      </DetailPart>
      <DetailPart title={texts.payouts}>
        <Answered read={read}>
          {({ withdrawals }) => (
            <LedgerLines
              label={texts.payouts}
              head={texts.head}
              lines={withdrawals.map(({ withdrawalId, reference, bank, ending, amount, stage }) => ({
                key: withdrawalId,
                what: reference,
                where: `${bank} •••• ${ending} · ${texts.stages[stage ?? 'queued']}`,
                amount: moneyText(amount, currency),
                isOut: stage === 'returned',
              }))}
            />
          )}
        </Answered>
      </DetailPart>
      <DetailPart title={texts.fetch}>
        <Note tone={fetched === null ? 'warn' : 'info'}>
          {fetched === null ? texts.once : texts.done(fetched.by, momentText(fetched.at))}
        </Note>
      </DetailPart>
      {fetched === null && mayDo(me, 'propose-funds') ? (
        <DetailFoot>
          <ConsoleButton loading={isBusy} onPress={() => void fetchFile()}>
            {texts.fetch}
          </ConsoleButton>
        </DetailFoot>
      ) : null}
    </>
  )
}

/** Gives the bytes to the browser; nothing of them stays in the page. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

import { Empty } from '@fairlot/ui'
import { useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { WithdrawalTabs } from '../WithdrawalTabs.tsx'
import { BatchDetail } from './BatchDetail.tsx'
import { ProposeBatchPopup } from './ProposeBatchPopup.tsx'
import { payoutsTexts } from './texts/index.ts'
import type { Queued, Batch } from './payouts.ts'
import styles from './Payouts.module.css'

/** Payouts waiting for the bank, and the files sent to it. */
export function PayoutsPage() {
  const texts = payoutsTexts.use()
  const address = useAddress()
  const read = useRead('/withdrawals/payouts', {}, { every: 15_000 })
  const [proposing, setProposing] = useState<Queued | null>(null)
  const columns = useFileColumns()
  const batch = read.data?.batches.find(({ batchId }) => batchId === address.get('id'))
  return (
    <ConsolePage
      tabs={<WithdrawalTabs here="/withdrawals/payouts" />}
      pane={
        batch === undefined
          ? undefined
          : {
              label: texts.batch.label,
              close: texts.batch.close,
              body: <BatchDetail key={batch.batchId} batch={batch} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <Answered read={read}>
        {({ queued, batches }) => (
          <>
            <h2 className={styles.title}>{texts.queued.title}</h2>
            <QueuedTable queued={queued} onPropose={setProposing} />
            <h2 className={styles.title}>{texts.files.title}</h2>
            <ConsoleTable
              label={texts.files.label}
              rows={batches}
              keyOf={({ batchId }) => batchId}
              name={{ title: texts.files.day, of: ({ bankDay, currency }) => `${bankDay} ${currency}` }}
              here={batch?.batchId}
              onOpen={({ batchId }) => address.turn({ id: batchId })}
              columns={columns}
              empty={<Empty nothing={texts.files.empty} text={texts.files.emptyText} icon="doc" />}
            />
          </>
        )}
      </Answered>
      {proposing === null ? null : (
        <ProposeBatchPopup queued={proposing} onClose={() => setProposing(null)} />
      )}
    </ConsolePage>
  )
}

interface QueuedTableProps {
  readonly queued: readonly Queued[]
  readonly onPropose: (queued: Queued) => void
}

function QueuedTable({ queued, onPropose }: QueuedTableProps) {
  const texts = payoutsTexts.use().queued
  const columns = useQueuedColumns(onPropose)
  return (
    <ConsoleTable
      label={texts.label}
      rows={queued}
      keyOf={({ currency }) => currency}
      name={{ title: texts.currency, of: ({ currency }) => currency }}
      columns={columns}
      empty={<p className={styles.none}>{texts.none}</p>}
    />
  )
}

const useQueuedColumns = (onPropose: (queued: Queued) => void): readonly ConsoleColumn<Queued>[] => {
  const texts = payoutsTexts.use().queued
  const me = useMe()
  const { toReview } = useAddress()
  return [
    { key: 'count', title: texts.count, right: true, cell: ({ count }) => count },
    {
      key: 'total',
      title: texts.total,
      right: true,
      cell: ({ total, currency }) => moneyText(total, currency),
    },
    { key: 'oldest', title: texts.oldest, cell: ({ oldest }) => <Moment at={oldest} /> },
    {
      key: 'action',
      title: texts.action,
      cell: (row) => {
        const { proposal } = row
        if (proposal !== null)
          return (
            <ConsoleButton kind="text" small onPress={() => toReview('payout-batch', proposal.reviewId)}>
              {texts.waiting(proposal.number, proposal.by)}
            </ConsoleButton>
          )
        return mayDo(me, 'propose-funds') ? (
          <ConsoleButton small onPress={() => onPropose(row)}>
            {texts.propose}
          </ConsoleButton>
        ) : (
          '—'
        )
      },
    },
  ]
}

const useFileColumns = (): readonly ConsoleColumn<Batch>[] => {
  const texts = payoutsTexts.use()
  return [
    { key: 'count', title: texts.files.count, right: true, cell: ({ count }) => count },
    {
      key: 'total',
      title: texts.files.total,
      right: true,
      cell: ({ total, currency }) => moneyText(total, currency),
    },
    {
      key: 'progress',
      title: texts.files.progress,
      cell: ({ paid, count, returned }) => (
        <>
          {texts.files.paid(paid, count)}
          {returned === 0 ? null : <small>{texts.files.returned(returned)}</small>}
        </>
      ),
    },
    {
      key: 'fetched',
      title: texts.files.fetched,
      cell: ({ fetched }) =>
        fetched === null ? texts.files.not : texts.files.by(fetched.by, momentText(fetched.at)),
    },
    {
      key: 'sha',
      title: texts.batch.checksum,
      wide: true,
      cell: ({ sha256 }) => <span className="mono">{sha256.slice(0, 12)}</span>,
    },
  ]
}

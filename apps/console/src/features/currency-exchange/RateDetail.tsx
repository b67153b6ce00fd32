import { formatMoney } from '@fairlot/money'
import { formatRate } from '@fairlot/rules/currency-exchange'
import { Note } from '@fairlot/ui'
import { DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { BackupPart } from './BackupPart.tsx'
import { type Board, differenceOf, type Rate } from './board.ts'
import { currencyExchangeTexts } from './texts/index.ts'

interface Props {
  readonly rate: Rate
  readonly board: Board
}

/** Both sources of one currency, why it is stopped, the house's position, and what happened. */
export function RateDetail({ rate, board }: Props) {
  const { terms, today } = board
  const all = currencyExchangeTexts.use()
  const texts = all.detail
  const { currency, first, second, stopped } = rate
  return (
    <>
      <DetailHead
        meta={currency}
        title={all.names[currency]}
        sub={stopped === null ? texts.quoting : texts.stopped}
      />
      {stopped === null ? null : (
        <Note tone="warn">
          {texts.why[stopped](terms.staleSeconds)} {texts.memberSees(all.names[currency])}{' '}
          {texts.resume(rate.good, terms.resumeReadings)}
        </Note>
      )}
      <DetailPart title={texts.sources}>
        <Facts
          items={[
            {
              key: 'first',
              label: `${texts.first} ${all.sources[first.source]}`,
              value: formatRate(BigInt(first.mid)),
            },
            {
              key: 'second',
              label: `${texts.second} ${all.sources[second.source]}`,
              value: formatRate(BigInt(second.mid)),
            },
            {
              key: 'read',
              label: all.at,
              value: momentText(rate.isBackup ? second.at : first.at),
            },
            { key: 'difference', label: texts.difference, value: differenceOf(rate) },
            { key: 'published', label: texts.published, value: momentText(rate.publishedAt) },
            { key: 'since', label: texts.since, value: momentText(rate.since) },
          ]}
        />
      </DetailPart>
      <DetailPart title={texts.house}>
        <Facts
          items={[
            { key: 'position', label: texts.position, value: `${formatMoney(rate.position)} ${currency}` },
            { key: 'twd', label: texts.positionTwd, value: formatMoney(rate.positionTwd) },
            { key: 'limit', label: texts.limit, value: formatMoney(terms.positionLimit) },
          ]}
        />
      </DetailPart>
      <Events rate={rate} />
      <DetailPart title={texts.checks}>
        <Facts
          items={[
            { key: 'matching', label: texts.matching, value: `${today.matching}/${today.deals}` },
            { key: 'late', label: texts.late, value: today.late },
          ]}
        />
      </DetailPart>
      <BackupPart rate={rate} board={board} />
    </>
  )
}

function Events({ rate: { currency } }: Pick<Props, 'rate'>) {
  const texts = currencyExchangeTexts.use().detail
  const read = useRead('/currency-exchange/events', { currency }, { every: 15_000 })
  const events = read.data?.events ?? []
  return (
    <DetailPart title={texts.events}>
      {events.length === 0 ? (
        <p>{texts.noEvents}</p>
      ) : (
        <Facts
          items={events.map(({ what, mid, at }) => ({
            key: `${at} ${what}`,
            label: momentText(at),
            value: `${texts.event[what]} · ${formatRate(BigInt(mid))}`,
          }))}
        />
      )}
    </DetailPart>
  )
}

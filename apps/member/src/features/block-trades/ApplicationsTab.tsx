import { Button, Card, Empty, LinkButton, SkeletonRows, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { taipeiDate } from '@fairlot/rules/calendar'
import { lotSize } from '@fairlot/rules/instruments'
import { lazy, Suspense, useState } from 'react'
import { percentText, priceText, shortNameIn } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { useNow } from '#shell/live/use-now.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { blockTradesTexts } from './texts/index.ts'
import { type Application, useBlockChanges } from './use-block-trades.ts'
import styles from './BlockTrades.module.css'

const CancelApplication = lazy(() =>
  import('./CancelApplication.tsx').then((file) => ({ default: file.CancelApplication })),
)

/** The member's applications, newest first. */
export const ApplicationsTab = () => {
  const { records: texts } = blockTradesTexts.use()
  const shell = shellTexts.use()
  const hidden = useHideAmounts()
  const paged = usePaged('/block-trades/applications', {}, { quiet: true })
  useBlockChanges()
  const [taking, setTaking] = useState<Application>()
  return (
    <div className={styles.tab}>
      <Answered read={paged} skeleton={<SkeletonRows label={shell.loading} />}>
        {(pages) => {
          const [first] = pages
          const rows = pages.flatMap(({ applications }) => applications)
          return (
            <>
              {first === undefined ? null : (
                <div className={styles.top}>
                  <span>{texts.used(first.usedToday, Math.max(0, first.perDay - first.usedToday))}</span>
                  <span>{texts.held(hidden ? '••••' : formatMoney(first.held))}</span>
                </div>
              )}
              {rows.length === 0 ? (
                <Card>
                  <Empty nothing={shell.nothing} text={texts.none} icon="receipt" />
                </Card>
              ) : (
                <ul className={styles.list}>
                  {rows.map((row) => (
                    <li key={row.applicationId}>
                      <ApplicationCard row={row} onCancel={() => setTaking(row)} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Answered>
      <MoreButton read={paged} kind="text">
        {texts.more}
      </MoreButton>
      <Suspense>
        {taking === undefined ? null : (
          <CancelApplication row={taking} onClose={() => setTaking(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

const tones = { pending: 'warn', passed: 'brand', rejected: 'crit', cancelled: 'neutral' } as const

const ApplicationCard = ({ row, onCancel }: { readonly row: Application; readonly onCancel: () => void }) => {
  const { records: texts } = blockTradesTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const name = shortNameIn(language, row)
  const state = row.rejectionReason === 'cancelled' ? 'cancelled' : row.state
  const total = hidden ? '••••' : formatMoney(row.total)
  const premium =
    row.market === null || row.market === row.price
      ? undefined
      : row.price < row.market
        ? 'discount'
        : 'premium'
  return (
    <Card pad as="section" className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {name} <span className="num">{row.symbol}</span>
        </h2>
        <StatusChip tone={tones[state]}>{texts[state]}</StatusChip>
      </div>
      <div className={styles.line}>
        <span className="num">
          {texts.line((row.shares / lotSize).toLocaleString('en-US'), priceText(row.price))}
          {premium === undefined || row.market === null
            ? ''
            : ` · ${texts[premium](percentText(row.price, row.market))}`}
        </span>
        <span className="num">{row.state === 'rejected' ? texts.released(total) : <b>{total}</b>}</span>
      </div>
      <Story row={row} />
      {row.state === 'pending' ? (
        <div className={styles.foot}>
          <span className={styles.small}>{texts.mayCancel}</span>
          <Button kind="quiet" small aria-label={texts.cancelOf(name)} onPress={onCancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : row.state === 'passed' ? (
        <div className={styles.foot}>
          <span />
          <LinkButton kind="quiet" small href={`/position/positionDetail?id=${row.applicationId}`}>
            {texts.position}
            <span className="visually-hidden">{name}</span>
          </LinkButton>
        </div>
      ) : null}
    </Card>
  )
}

/** What happened to it, and what happens next. */
const Story = ({ row }: { readonly row: Application }) => {
  const { records: texts } = blockTradesTexts.use()
  const moment = useMoment()
  const day = useDay()
  const now = useNow(60_000)
  const at = row.decidedAt === null ? '' : moment(row.decidedAt)
  if (row.state === 'pending') {
    const by = moment(row.closesAt)
    return <p className={styles.small}>{row.isSecond ? texts.waitsSecond(by) : texts.waitsFirst(by)}</p>
  }
  if (row.state === 'passed') {
    const isSettled = taipeiDate(now) >= row.sellableOn
    return (
      <p className={styles.small}>{isSettled ? texts.settled(at) : texts.traded(at, day(row.sellableOn))}</p>
    )
  }
  if (row.rejectionReason === 'cancelled') return <p className={styles.small}>{texts.own(at)}</p>
  return (
    <>
      <p className={styles.reason}>
        {row.rejectionReason === null ? '' : texts.reasons[row.rejectionReason]} {row.note}
      </p>
      <p className={styles.small}>{texts.back(at)}</p>
    </>
  )
}

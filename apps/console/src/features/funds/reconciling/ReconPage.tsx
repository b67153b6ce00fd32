import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Icon } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Moment } from '#kit/Moment.tsx'
import { useNow } from '#kit/use-now.ts'
import { announce } from '#shell/announce.ts'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { momentText, formatWait, minutesBetween } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { fundsTexts } from '../texts/index.ts'
import { amountIn } from './amount-in.ts'
import { DayBehind } from './DayBehind.tsx'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

type Recon = ConsoleDataOf<'/funds/reconciliation'>
type Checked = NonNullable<Recon['last']>['checks'][number]

/** Every money invariant as of the worker's last run, updated live. */
export function ReconPage() {
  const texts = fundsTexts.use().recon
  const read = useRead('/funds/reconciliation', {}, { every: 5_000 })
  const [busy, setBusy] = useState(false)
  const last = read.data?.last
  const reconcileNow = async () => {
    setBusy(true)
    const answer = await call('/funds/reconcileNow', {})
    setBusy(false)
    if (!answer.ok) return
    announce(texts.asked)
    await refresh('/funds/reconciliation')
  }
  return (
    <div className={shared.page}>
      <TopAside>
        {last && read.data ? (
          <span className={cx('num', styles.next)}>
            {texts.next(
              momentText(new Date(Date.parse(last.at) + read.data.everySeconds * 1_000).toISOString()),
              read.data.everySeconds,
            )}
          </span>
        ) : null}
        <ConsoleButton small kind="outline" loading={busy} onPress={() => void reconcileNow()}>
          {texts.now}
        </ConsoleButton>
      </TopAside>
      <Answered read={read}>{(recon) => <Seen recon={recon} />}</Answered>
    </div>
  )
}

function Seen({ recon }: { readonly recon: Recon }) {
  const texts = fundsTexts.use()
  if (recon.last === null) return <p className={shared.plain}>{texts.recon.none}</p>
  const broken = recon.last.checks.filter(({ difference }) => difference !== '0')
  return (
    <>
      <Banner recon={recon} last={recon.last} broken={broken} />
      <PayoutsCard recon={recon} />
      <ul className={styles.grid}>
        {recon.last.checks.map((check) => (
          <li key={check.code}>
            <CheckCard check={check} />
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <DayBehind recon={recon} />
        {broken.length === 0 ? (
          <section className={shared.card}>
            <h2 className={shared.title}>{texts.recon.onBreak}</h2>
            <ul className={shared.checks}>
              {texts.recon.steps.map(({ what, when }, n) => (
                <li key={what}>
                  <Icon name={(['lock', 'bell', 'search', 'check'] as const)[n] ?? 'check'} size={1} />
                  <span>{what}</span>
                  <span>{when}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : (
          <section className={cx(shared.card, styles.found)}>
            <h2 className={shared.title}>{texts.recon.first}</h2>
            <dl className={shared.facts}>
              {broken.map(({ code, detail, difference, unit }) => (
                <div key={code}>
                  <dt>{texts.checks[code]}</dt>
                  <dd>
                    <span className="num">{amountIn(unit, difference)}</span>
                    <br />
                    <span className={detail === null ? undefined : 'mono'}>
                      {detail ?? texts.recon.nothingMore}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </>
  )
}

interface BannerProps {
  readonly recon: Recon
  readonly last: NonNullable<Recon['last']>
  readonly broken: readonly Checked[]
}

function Banner({ recon, last, broken }: BannerProps) {
  const texts = fundsTexts.use().recon
  const language = useLanguage()
  const navigate = useNavigate()
  const now = useNow()
  const mayCorrect = mayDo(useMe(), 'propose-funds')
  if (broken.length > 0)
    return (
      <section className={cx(styles.banner, styles.bad)} role="alert">
        <Icon name="warning" size={1.5} />
        <div>
          <h2>{texts.broken(broken.length)}</h2>
          <p>
            {texts.brokenText(momentText(recon.stop?.since ?? last.at))}
            {recon.stop === null ? null : ` ${texts.stopped}`}
          </p>
        </div>
        {mayCorrect ? (
          <ConsoleButton kind="danger-fill" onPress={() => navigate('/funds/journal/new')}>
            {texts.handle}
          </ConsoleButton>
        ) : null}
      </section>
    )
  return (
    <section className={styles.banner}>
      <Icon name="shield-check" size={1.5} />
      <div>
        <h2>{texts.fine(last.checks.length)}</h2>
        <p>{texts.fineText(momentText(last.at), last.tookMs)}</p>
      </div>
      {recon.cleanSince === null ? null : (
        <p className={styles.since}>
          <span>{texts.since}</span>
          <b className="num">{formatWait(minutesBetween(recon.cleanSince, now), language)}</b>
        </p>
      )}
    </section>
  )
}

/** Whether payouts are sent to the bank now, and what stops them. */
function PayoutsCard({ recon }: { readonly recon: Recon }) {
  const all = fundsTexts.use()
  const texts = all.payouts
  const { stoppedBy, stop, finishedAt, freshMinutes, last, night } = recon
  const nightBroken = (night?.checks ?? []).filter(({ difference }) => difference !== '0')
  return (
    <section
      className={cx(shared.card, styles.payouts, stoppedBy !== null && styles.stopped)}
      aria-label={texts.title}
    >
      <Icon name={stoppedBy === null ? 'check' : 'pause'} size={1.25} weight={2} />
      <h2>{stoppedBy === null ? texts.go : texts.stopped(stop === null ? null : momentText(stop.since))}</h2>
      <p>
        {stoppedBy === null ? texts.goText(freshMinutes) : texts.reasons[stoppedBy](freshMinutes)}
        {stoppedBy === 'unfinished' && last?.failure ? ` ${last.failure}` : ''}
        {nightBroken.length === 0
          ? ''
          : ` ${nightBroken.map(({ code, detail }) => `${all.checks[code]}${detail === null ? '' : ` (${detail})`}`).join(' · ')}`}
      </p>
      <span className="num">
        {texts.finished} {finishedAt === null ? '—' : <Moment at={finishedAt} />}
      </span>
    </section>
  )
}

function CheckCard({ check }: { readonly check: Checked }) {
  const texts = fundsTexts.use()
  const { code, unit, counted, value, difference } = check
  const isBad = difference !== '0'
  return (
    <article className={cx(shared.card, styles.check, isBad && styles.bad)}>
      <Icon name={isBad ? 'warning' : 'check'} size={1} weight={2} />
      <h3>
        {texts.checks[code]}
        <span className="visually-hidden"> {isBad ? texts.recon.breaks : texts.recon.holds}</span>
      </h3>
      <span>
        {counted.toLocaleString('en')} {texts.recon.counted[unit]}
      </span>
      <span className={cx('num', styles.value)}>{value === null ? '' : amountIn(unit, value)}</span>
      <span>{texts.recon.difference}</span>
      <span className={cx('num', styles.value)}>{amountIn(unit, difference)}</span>
    </article>
  )
}

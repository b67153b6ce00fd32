import { Card, cx, Icon, Note, Section, SkeletonRows, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { minuteText } from '#features/market-data'
import { rateText } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { percentOf, toneOf } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import { type Status, useStatus } from '../use-status.ts'
import { ApplyBar } from './ApplyBar.tsx'
import styles from './Applied.module.css'

const SignSheet = lazy(() => import('./SignSheet.tsx').then((file) => ({ default: file.SignSheet })))

/** The application: its conditions and statement, or its current state. */
export const AppliedTab = ({ onPassed }: { readonly onPassed: () => void }) => {
  const shell = shellTexts.use()
  const read = useStatus()
  return (
    <Answered read={read} skeleton={<SkeletonRows label={shell.loading} />}>
      {(status) =>
        status.state === 'none' || status.state === 'rejected' ? (
          <Form status={status} onPassed={onPassed} />
        ) : (
          <Standing status={status} />
        )
      }
    </Answered>
  )
}

const isMet = (status: Status): boolean =>
  status.accountDays >= status.accountDaysNeeded && status.trades >= status.tradesNeeded

const Form = ({ status, onPassed }: { readonly status: Status; readonly onPassed: () => void }) => {
  const texts = dayTradingTexts.use().apply
  const [read, setRead] = useState(false)
  const [signing, setSigning] = useState(false)
  const free = status.accountDaysNeeded === 0 && status.tradesNeeded === 0
  const met = isMet(status)
  return (
    <div className={styles.tab}>
      {status.state === 'rejected' ? (
        <Note tone="crit" role="status">
          <strong>{texts.rejected}</strong> {texts.rejectedText(status.reason ?? '')}
        </Note>
      ) : null}
      <div>
        <h2 className={styles.title}>{texts.title}</h2>
        <p className={styles.lead}>{free ? texts.free : met ? texts.both : texts.missing}</p>
      </div>
      <Card as="ul" rows>
        <Requirement
          met={status.accountDays >= status.accountDaysNeeded}
          title={status.accountDaysNeeded === 0 ? texts.noDays : texts.days(status.accountDaysNeeded)}
          value={texts.dayCount(status.accountDays)}
        />
        <Requirement
          met={status.trades >= status.tradesNeeded}
          title={status.tradesNeeded === 0 ? texts.noTrades : texts.trades(status.tradesNeeded)}
          value={texts.tradeCount(status.trades)}
        />
        <Requirement
          met={false}
          title={texts.statement}
          caption={texts.statementHow}
          value={texts.unsigned}
        />
      </Card>
      <FourPoints status={status} />
      <ApplyBar read={read} onRead={setRead} met={met} passesAtOnce={free} onSign={() => setSigning(true)} />
      <Suspense>
        {signing ? <SignSheet onClose={() => setSigning(false)} onPassed={onPassed} /> : null}
      </Suspense>
    </div>
  )
}

interface RequirementProps {
  readonly met: boolean
  readonly title: string
  readonly caption?: string
  readonly value: string
}

const Requirement = ({ met, title, caption, value }: RequirementProps) => {
  const texts = dayTradingTexts.use().apply
  return (
    <li className={cx(styles.requirement, !met && styles.unmet)}>
      <span className={styles.mark}>
        <Icon name={met ? 'check' : 'clock'} size={0.9375} weight={2.2} />
        <span className="visually-hidden">{met ? texts.met : texts.unmet}</span>
      </span>
      <span className={styles.texts}>
        <b>{title}</b>
        {caption === undefined ? null : <small>{caption}</small>}
      </span>
      <span className={cx('num', styles.value)}>{value}</span>
    </li>
  )
}

const FourPoints = ({ status }: { readonly status: Status }) => {
  const texts = dayTradingTexts.use().apply
  const { closed, lost } = status.everybody
  const coverAt = status.autoCoverAt === null ? '—' : minuteText(Date.parse(status.autoCoverAt))
  const points = [
    texts.sameDay,
    texts.cover(coverAt),
    texts.uncovered(rateText(status.taxStock), rateText(status.borrowFee)),
    closed === 0 ? texts.lostNone : texts.lost(String(closed), percentOf(lost, closed)),
  ]
  return (
    <Section
      title={status.state === 'passed' || status.state === 'pending' ? texts.four.after : texts.four.before}
      small
    >
      <Card pad>
        <ol className={styles.points}>
          {points.map((point, at) => (
            <li key={at}>
              <b className="num">{at + 1}</b>
              <span>{point}</span>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  )
}

/** Sent: waiting or approved, with the results of day trading so far. */
const Standing = ({ status }: { readonly status: Status }) => {
  const texts = dayTradingTexts.use().apply
  const moment = useMoment()
  const hidden = useHideAmounts()
  const at = status.appliedAt === null ? '' : moment(status.appliedAt)
  const isPassed = status.state === 'passed'
  const result = BigInt(status.mine.result)
  const ratio = ({ closed, lost }: { readonly closed: number; readonly lost: number }): string =>
    closed === 0 ? texts.noneYet : texts.ratio(percentOf(lost, closed))
  return (
    <div className={styles.tab}>
      <Card pad as="section">
        <div className={styles.standing}>
          <h2 className={styles.title}>{texts.statement}</h2>
          <StatusChip tone={isPassed ? 'brand' : 'warn'} icon={isPassed ? 'check' : 'clock'}>
            {isPassed ? texts.passed : texts.pending}
          </StatusChip>
        </div>
        <p className={styles.lead}>{isPassed ? texts.passedText(at) : texts.pendingText(at)}</p>
      </Card>
      <Section title={texts.mine} small>
        <Card pad>
          <dl className={styles.figures}>
            <div>
              <dt>{texts.closed}</dt>
              <dd className="num">{texts.trips(status.mine.closed)}</dd>
            </div>
            <div>
              <dt>{texts.lostCount}</dt>
              <dd className="num">{texts.trips(status.mine.lost)}</dd>
            </div>
            <div>
              <dt>{texts.result}</dt>
              <dd className={cx('num', !hidden && styles[toneOf(result)])}>
                {hidden ? '••••' : formatMoney(result, { plus: true })}
              </dd>
            </div>
          </dl>
        </Card>
      </Section>
      <Section title={texts.everybody} small>
        <Card pad>
          <dl className={styles.figures}>
            <div>
              <dt>{texts.closed}</dt>
              <dd className="num">{texts.trips(status.everybody.closed)}</dd>
            </div>
            <div>
              <dt>{texts.lostCount}</dt>
              <dd className="num">{ratio(status.everybody)}</dd>
            </div>
          </dl>
        </Card>
      </Section>
      <FourPoints status={status} />
    </div>
  )
}

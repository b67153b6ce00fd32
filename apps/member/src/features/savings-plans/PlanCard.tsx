import { Button, Card, cx, Icon, Link, StatusChip, useOnce } from '@fairlot/ui'
import { taipeiDate } from '@fairlot/rules/calendar'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { nameOf, type Plan, planPath, type Run, sharesText, shortDay, useMovePlan } from './plan.ts'
import { savingsPlansTexts } from './texts/index.ts'
import styles from './Plans.module.css'

export const PlanCard = ({ plan }: { readonly plan: Plan }) => (
  <Card as="section" className={styles.plan}>
    <Link href={planPath(plan.planId)} className={styles.open}>
      <PlanHead plan={plan} />
      {plan.state === 'paused' ? null : <Dates plan={plan} />}
    </Link>
    {plan.state === 'paused' ? <Paused plan={plan} /> : null}
  </Card>
)

export const PlanHead = ({ plan }: { readonly plan: Plan }) => {
  const texts = savingsPlansTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const amount = hidden ? '••••' : formatMoney(plan.amount)
  return (
    <span className={styles.head}>
      <span>
        <b className={styles.name}>
          {nameOf(plan, language)} <span className="num">{plan.symbol}</span>
        </b>
        <span className={cx('num', styles.every)}>{texts.every(plan.days.join(texts.daysJoin), amount)}</span>
      </span>
      <StatusChip tone={plan.state === 'active' ? 'brand' : plan.state === 'paused' ? 'warn' : 'neutral'}>
        {texts.states[plan.state]}
      </StatusChip>
    </span>
  )
}

const marks = { ordered: 'clock', filled: 'check', 'partly-filled': 'check', skipped: 'minus' } as const

/** The last five dates and the next one, and a sentence about what matters of them. */
const Dates = ({ plan }: { readonly plan: Plan }) => {
  const texts = savingsPlansTexts.use()
  const runs = plan.runs.toReversed()
  return (
    <>
      <span className={styles.dates} role="list" aria-label={texts.runs}>
        {runs.map((run) => (
          <span key={run.dueOn} role="listitem" className={cx('num', styles[run.state])}>
            <i>
              <Icon name={marks[run.state]} size={0.875} weight={2.2} />
            </i>
            <span className="visually-hidden">{texts.runStates[run.state]}</span>
            {shortDay(run.on)}
          </span>
        ))}
        {plan.next === null ? null : (
          <span role="listitem" className={cx('num', styles.next)}>
            <i>
              <Icon name="clock" size={0.875} weight={2} />
            </i>
            <span className="visually-hidden">{texts.nextState}</span>
            {shortDay(plan.next.on)}
          </span>
        )}
      </span>
      <span className={cx('num', styles.small)}>
        <PlanSentence plan={plan} last={plan.runs[0]} />
      </span>
    </>
  )
}

const PlanSentence = ({ plan, last }: { readonly plan: Plan; readonly last: Run | undefined }) => {
  const texts = savingsPlansTexts.use()
  const day = useDay()
  const language = useLanguage()
  if (last?.state === 'skipped' && last.reason !== null)
    return texts.skipped(shortDay(last.on), texts.reasons[last.reason])
  if (plan.next === null) return null
  const { dueOn, on } = plan.next
  const when = `${texts.next(day(on))}${dueOn === on ? '' : texts.moved(shortDay(dueOn))}`
  const what = plan.shares === 0 ? texts.buysNone : texts.about(sharesText(plan.shares, language))
  return `${when}${language === 'tw' ? '。' : '. '}${what}`
}

const Paused = ({ plan }: { readonly plan: Plan }) => {
  const texts = savingsPlansTexts.use()
  const language = useLanguage()
  const move = useMovePlan(plan.planId)
  const { run, busy } = useOnce(async () => {
    await move('/savings-plans/resume')
  })
  const { times, shares } = plan.bought
  const since = shortDay(taipeiDate(Date.parse(plan.stateAt)))
  return (
    <div className={styles.paused}>
      <span className={cx('num', styles.small)}>
        {texts.pausedSince(since, times, sharesText(shares, language))}
      </span>
      <Button small kind="quiet" loading={busy} onPress={run}>
        {texts.resume}
      </Button>
    </div>
  )
}

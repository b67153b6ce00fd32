// One plan: its dates with what each bought, and what can be done with it.

import { ActionBar, Button, Card, cx, Dialog, Link, Section, StatusChip, useOnce } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { orderPath } from '#features/orders'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { PlanHead } from './PlanCard.tsx'
import {
  type Plan,
  plansPath,
  type Run,
  sharesText,
  shortDay,
  useMovePlan,
  usePlanChanges,
  usePlans,
} from './plan.ts'
import { savingsPlansTexts } from './texts/index.ts'
import styles from './Plans.module.css'

const PlanSheet = lazy(() => import('./PlanSheet.tsx').then((file) => ({ default: file.PlanSheet })))

export const PlanView = () => {
  const planId = useSearch().get('id') ?? ''
  const texts = savingsPlansTexts.use()
  const read = usePaged('/savings-plans/runs', { planId })
  usePlanChanges()
  const plan = read.data?.[0]?.plan
  return (
    <RouteScreen footer={plan === undefined || plan.state === 'ended' ? undefined : <Actions plan={plan} />}>
      <Answered read={read}>
        {(pages) => {
          const first = pages[0]
          if (first === undefined) return null
          const runs = pages.flatMap((page) => page.runs)
          return (
            <>
              <Card as="section" className={styles.plan}>
                <PlanHead plan={first.plan} />
                <PlanNext plan={first.plan} />
              </Card>
              <Section title={texts.one.history} small>
                {runs.length === 0 ? (
                  <p className={styles.small}>{texts.one.noRuns}</p>
                ) : (
                  <Card as="ul" rows>
                    {runs.map((run) => (
                      <li key={run.dueOn}>
                        <RunRow run={run} />
                      </li>
                    ))}
                  </Card>
                )}
              </Section>
              <MoreButton read={read}>{texts.one.older}</MoreButton>
            </>
          )
        }}
      </Answered>
    </RouteScreen>
  )
}

const PlanNext = ({ plan }: { readonly plan: Plan }) => {
  const texts = savingsPlansTexts.use()
  const language = useLanguage()
  const day = useDay()
  const { next, bought } = plan
  return (
    <p className={cx('num', styles.small)}>
      {next === null
        ? null
        : `${texts.next(day(next.on))}${next.dueOn === next.on ? '' : texts.moved(shortDay(next.dueOn))} · `}
      {texts.boughtSoFar(bought.times, sharesText(bought.shares, language))}
    </p>
  )
}

const tones = { ordered: 'brand', filled: 'neutral', 'partly-filled': 'neutral', skipped: 'warn' } as const

const RunRow = ({ run }: { readonly run: Run }) => {
  const texts = savingsPlansTexts.use()
  const language = useLanguage()
  const hidden = useHideAmounts()
  const day = useDay()
  const [orderId] = run.orderIds
  const spent = hidden ? '••••' : formatMoney(run.spent)
  const body = (
    <>
      <span>
        <b className="num">{day(run.on)}</b>
        <small className="num">
          {run.reason !== null
            ? texts.reasons[run.reason]
            : run.shares > 0
              ? texts.one.spent(sharesText(run.shares, language), spent)
              : hidden
                ? '••••'
                : formatMoney(run.amount)}
          {run.dueOn === run.on ? null : ` · ${texts.one.movedFrom(shortDay(run.dueOn))}`}
        </small>
      </span>
      <StatusChip tone={tones[run.state]}>{texts.runStates[run.state]}</StatusChip>
    </>
  )
  return orderId === undefined ? (
    <div className={styles.run}>{body}</div>
  ) : (
    <Link href={orderPath(orderId)} className={styles.run}>
      {body}
    </Link>
  )
}

const Actions = ({ plan }: { readonly plan: Plan }) => {
  const texts = savingsPlansTexts.use()
  const { data } = usePlans()
  const [layer, setLayer] = useState<'change' | 'end'>()
  const move = useMovePlan(plan.planId)
  const isActive = plan.state === 'active'
  const { run, busy } = useOnce(async () => {
    await move(isActive ? '/savings-plans/pause' : '/savings-plans/resume')
  })
  return (
    <ActionBar>
      <Button kind="text" onPress={() => setLayer('end')}>
        {texts.one.end}
      </Button>
      <Button kind="quiet" loading={busy} onPress={run}>
        {isActive ? texts.one.pause : texts.resume}
      </Button>
      <Button wide onPress={() => setLayer('change')}>
        {texts.one.change}
      </Button>
      <Suspense>
        {layer === 'change' && data !== undefined ? (
          <PlanSheet
            terms={data.terms}
            plan={plan}
            symbol={plan.symbol}
            onClose={() => setLayer(undefined)}
          />
        ) : null}
      </Suspense>
      {layer === 'end' ? <EndDialog plan={plan} onClose={() => setLayer(undefined)} /> : null}
    </ActionBar>
  )
}

interface EndProps {
  readonly plan: Plan
  readonly onClose: () => void
}

const EndDialog = ({ plan, onClose }: EndProps) => {
  const texts = savingsPlansTexts.use().one
  const navigate = useNavigate()
  const move = useMovePlan(plan.planId)
  const { run, busy } = useOnce(async () => {
    const isEnded = await move('/savings-plans/end')
    onClose()
    if (isEnded) navigate(plansPath, { replace: true })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.endTitle}
      role="alertdialog"
      actions={
        <>
          <Button wide loading={busy} onPress={run}>
            {texts.endConfirm}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      <p>{texts.endText}</p>
    </Dialog>
  )
}

// My plans: what they buy every month, their last dates and the next one.

import { ActionBar, Button, cx, Empty, IconButton, Money, Note } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lazy, Suspense, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { signOf } from '#shell/amounts.ts'
import { useHideAmounts } from '#shell/appearance.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { PlanCard } from './PlanCard.tsx'
import { type Plan, usePlanChanges, usePlans } from './plan.ts'
import { savingsPlansTexts } from './texts/index.ts'
import styles from './Plans.module.css'

const PlanSheet = lazy(() => import('./PlanSheet.tsx').then((file) => ({ default: file.PlanSheet })))

export const PlansView = () => {
  const texts = savingsPlansTexts.use()
  const { nothing } = shellTexts.use()
  const read = usePlans()
  usePlanChanges()
  // The ticket of a stock links here with its symbol.
  const asked = useSearch().get('symbol') ?? ''
  const [isOpen, setOpen] = useState(asked !== '')
  const close = () => setOpen(false)
  const open = () => setOpen(true)
  return (
    <RouteScreen
      trailing={<IconButton name="plus" size={1.5} label={texts.addShort} onPress={open} />}
      footer={
        <ActionBar>
          <Button wide onPress={open}>
            {texts.add}
          </Button>
        </ActionBar>
      }
    >
      <Answered read={read}>
        {({ plans, terms }) => (
          <>
            {plans.length === 0 ? (
              <Empty nothing={nothing} text={texts.none} icon="calendar" />
            ) : (
              <>
                <Totals plans={plans} />
                {plans.map((plan) => (
                  <PlanCard key={plan.planId} plan={plan} />
                ))}
              </>
            )}
            <Note className={styles.note}>{texts.note}</Note>
            <Suspense>{isOpen ? <PlanSheet terms={terms} symbol={asked} onClose={close} /> : null}</Suspense>
          </>
        )}
      </Answered>
      <HelpRow page="savings-plans" />
    </RouteScreen>
  )
}

const Totals = ({ plans }: { readonly plans: readonly Plan[] }) => {
  const texts = savingsPlansTexts.use()
  const hidden = useHideAmounts()
  let [monthly, spent, worth] = [0n, 0n, 0n]
  for (const { state, amount, days, bought, price } of plans) {
    if (state === 'active') monthly += BigInt(amount) * BigInt(days.length)
    spent += BigInt(bought.spent)
    worth += BigInt(price) * BigInt(bought.shares)
  }
  const gain = worth - spent
  const shown = (text: string): string => (hidden ? '••••' : text)
  return (
    <div>
      <p className={styles.label}>{texts.monthly}</p>
      <Money text={formatMoney(monthly)} size="display" hidden={hidden} />
      {spent === 0n ? null : (
        <p className={cx('num', styles.sums)}>
          <span>{texts.invested(shown(formatMoney(spent)))}</span>
          <span>{texts.worth(shown(formatMoney(worth)))}</span>
          <span className={styles[signOf(gain.toString())]}>{shown(formatMoney(gain, { plus: true }))}</span>
        </p>
      )}
    </div>
  )
}

// Limits that members set for themselves: a daily loss limit, and the switch that cancels all orders and stops trading.

import { Button, Card, Dialog, Row, Section, useOnce } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { call } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { showToast } from '#shell/toasts.ts'
import { moneyText } from '../figures.ts'
import { ordersMoved } from '../sending/order-sender.ts'
import { useRiskLimits } from './use-risk-limits.ts'
import { hubTexts } from './texts/index.ts'

const LossSheet = lazy(() => import('./LossSheet.tsx').then((file) => ({ default: file.LossSheet })))

export const RiskLimits = () => {
  const texts = hubTexts.use()
  const { data } = useRiskLimits()
  const [open, setOpen] = useState<'loss' | 'kill'>()
  const close = () => setOpen(undefined)
  const limit = data?.dailyLossLimit ?? null
  const isReached = data !== undefined && limit !== null && BigInt(data.lostToday) >= BigInt(limit)
  return (
    <Section small title={texts.riskLimits}>
      <Card rows>
        <Row
          title={texts.loss}
          icon="shield-check"
          caption={
            data === undefined || limit === null
              ? texts.lossNone
              : isReached
                ? texts.lossReached
                : texts.lossNow(moneyText(data.lostToday), moneyText(limit))
          }
          onPress={() => setOpen('loss')}
        />
        {data?.stopped === null || data === undefined ? (
          <Row
            title={texts.kill}
            icon="blocked"
            tone="crit"
            caption={texts.killCaption}
            onPress={() => setOpen('kill')}
          />
        ) : null}
      </Card>
      {open === 'kill' ? <KillDialog onClose={close} /> : null}
      {open === 'loss' && data !== undefined ? (
        <Suspense>
          <LossSheet riskLimits={data} onClose={close} />
        </Suspense>
      ) : null}
    </Section>
  )
}

const KillDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = hubTexts.use()
  const open = useRead('/orders/listOrders', { which: 'open' }, { quiet: true })
  const { run, busy } = useOnce(async () => {
    const answer = await call('/orders/cancelAll', { stop: true })
    if (answer.ok) {
      const { orders, conditional } = answer.data
      showToast({ text: texts.killed, detail: texts.killedDetail(orders, conditional), tone: 'done' })
      onClose()
    }
    await ordersMoved()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.killTitle}
      icon="blocked"
      tone="crit"
      role="alertdialog"
      actions={
        <>
          <Button kind="danger-fill" wide loading={busy} onPress={run}>
            {texts.killConfirm}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {texts.killText(open.data?.orders.length ?? 0)}
    </Dialog>
  )
}

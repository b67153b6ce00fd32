// One application with what it holds, what comes next, and the member's own steps.

import { Button, Card, TextLink, useOnce } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { CancelDialog, fundComponentsTexts, timeLeftText } from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { offerDrawPath } from '#shell/paths.ts'
import { toastMessage } from '#shell/toasts.ts'
import { OwnChip } from '../OfferChip.tsx'
import { type Application, lotsText } from '../offer-figures.ts'
import { newSharesTexts } from '../texts/index.ts'
import { subscriptionsMoved } from '../use-subscription-changes.ts'
import styles from '../NewShares.module.css'

/** The holding has the id of its application. */
const holdingOf = ({ applicationId }: Application): string => `/position/positionDetail?id=${applicationId}`

const total = ({ amount, fee, paymentMode }: Application): bigint =>
  BigInt(fee) + (paymentMode === 'prepaid' ? BigInt(amount) : 0n)

export const ApplicationCard = ({ application }: { readonly application: Application }) => {
  const texts = newSharesTexts.use()
  const language = useLanguage()
  const { state, held } = application
  const line = texts.record.line(
    lotsText(application.shares, texts.lots),
    formatPrice(BigInt(application.price)),
  )
  return (
    <Card pad as="section" className={styles.application}>
      <div className={styles.top}>
        <h2>
          {application.name[language]} <span className={styles.small}>{application.symbol}</span>
        </h2>
        <OwnChip state={state} />
      </div>
      <p>
        {line}
        {BigInt(held) > 0n ? ` · ${texts.record.held(formatMoney(held))}` : ''}
      </p>
      <What application={application} />
      {state === 'waiting' ? <Waiting application={application} /> : null}
      {state === 'payment-due' ? <Due application={application} /> : null}
      {state === 'not-won' || state === 'paid' || state === 'delivered' || state === 'unpaid' ? (
        <div className={styles.actions}>
          <TextLink href={offerDrawPath(application.offerId)}>{texts.record.verify}</TextLink>
          {state === 'delivered' ? (
            <TextLink href={holdingOf(application)}>{texts.record.seeShares}</TextLink>
          ) : null}
        </div>
      ) : null}
    </Card>
  )
}

const What = ({ application }: { readonly application: Application }) => {
  const texts = newSharesTexts.use()
  const { record } = texts
  const { left } = fundComponentsTexts.use()
  const moment = useMoment()
  const day = useDay()
  const now = useNow(30_000)
  const { state, amount, fee, paymentMode, voidReason } = application
  const isPrepaid = paymentMode === 'prepaid'
  const decided = application.decidedAt === null ? '' : moment(application.decidedAt)
  const payBy = application.payBy ?? application.drawsAt
  if (state === 'payment-due')
    return (
      <p className={styles.due}>
        {record.due(
          moment(payBy),
          timeLeftText(Math.max(0, Date.parse(payBy) - now), left),
          isPrepaid ? record.duePrepaid : record.dueLater,
        )}
      </p>
    )
  const text = ((): string => {
    switch (state) {
      case 'waiting':
        return Date.parse(application.closesAt) > now
          ? record.waits(moment(application.drawsAt), moment(application.closesAt))
          : record.closedWaits(moment(application.drawsAt))
      case 'paid': {
        const at = moment(application.paidAt ?? payBy)
        return application.paidBy === 'rule'
          ? record.paidByRule(at, day(application.listsOn))
          : record.paidByMember(at, day(application.listsOn))
      }
      case 'delivered':
        return record.delivered(moment(application.deliveredAt ?? payBy), formatMoney(amount))
      case 'not-won':
        return isPrepaid
          ? record.lost(decided, formatMoney(amount), formatMoney(fee))
          : record.lostLater(decided, formatMoney(fee))
      case 'unpaid':
        return record.unpaid(moment(payBy))
      case 'cancelled':
        return record.cancelled(decided, formatMoney(total(application)))
      case 'void':
        return voidReason === null ? '' : texts.voidReasons[voidReason]
      default:
        return ''
    }
  })()
  return text === '' ? null : <p className={styles.small}>{text}</p>
}

const Waiting = ({ application }: { readonly application: Application }) => {
  const texts = newSharesTexts.use().record
  const now = useNow(5_000)
  const [asking, setAsking] = useState(false)
  const cancel = async (): Promise<boolean> => {
    const { applicationId } = application
    const answer = await call(
      '/new-shares/cancel',
      { applicationId },
      { idempotencyKey: newIdempotencyKey() },
    )
    await subscriptionsMoved()
    return answer.ok
  }
  return (
    <div className={styles.actions}>
      <TextLink href={offerDrawPath(application.offerId)}>{texts.commitment}</TextLink>
      {Date.parse(application.closesAt) > now ? (
        <Button kind="quiet" small onPress={() => setAsking(true)}>
          {texts.cancel}
        </Button>
      ) : null}
      <CancelDialog open={asking} onClose={() => setAsking(false)} texts={texts.cancelling} onCancel={cancel}>
        {texts.cancelText(formatMoney(total(application)))}
      </CancelDialog>
    </div>
  )
}

const Due = ({ application }: { readonly application: Application }) => {
  const texts = newSharesTexts.use().record
  const { run, busy } = useOnce(async () => {
    const { applicationId } = application
    const answer = await call('/new-shares/pay', { applicationId }, { idempotencyKey: newIdempotencyKey() })
    await subscriptionsMoved()
    if (answer.ok && answer.msg !== '') void toastMessage(answer.msg)
  })
  const isPrepaid = application.paymentMode === 'prepaid'
  const money = formatMoney(application.amount)
  return (
    <div className={styles.actions}>
      <span className={styles.small}>{isPrepaid ? texts.isHeld : texts.fromAvailable}</span>
      <Button small loading={busy} onPress={run}>
        {isPrepaid ? texts.payHeld(money) : texts.pay(money)}
      </Button>
      <TextLink href={offerDrawPath(application.offerId)}>{texts.verify}</TextLink>
    </div>
  )
}

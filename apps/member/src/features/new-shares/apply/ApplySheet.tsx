// What applying holds now and what happens then; after that the fund password.

import { Button, KeyValues, LinkButton, Note, Sheet } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useRef, useState } from 'react'
import {
  fundComponentsTexts,
  FundPasswordSheet,
  moneyRefusal,
  type PinVerdict,
  timeLeftText,
} from '#features/funds'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useMoment } from '#shell/format.ts'
import { useNow } from '#shell/live/use-now.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { cash, costOf, countText, lotsText, type Offer } from '../offer-figures.ts'
import { newSharesTexts } from '../texts/index.ts'
import { subscriptionsMoved } from '../use-subscription-changes.ts'
import styles from '../NewShares.module.css'

interface Props {
  readonly detail: DataOf<'/new-shares/offer'>
  readonly onClose: () => void
}

export const ApplySheet = ({ detail, onClose }: Props) => {
  const { offer, available, hasFundPassword } = detail
  const all = newSharesTexts.use()
  const texts = all.sheet
  const { left } = fundComponentsTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const now = useNow(1_000)
  const send = useSendApplication(offer)
  const [isConfirmed, setConfirmed] = useState(false)
  const { held } = costOf(offer)
  const short = held - BigInt(available)
  const lots = lotsText(offer.minShares, all.lots)
  const closesIn = Date.parse(offer.closesAt) - now
  if (isConfirmed)
    return <FundPasswordSheet lead={texts.send(lots, cash(held))} onClose={onClose} onSend={send} />
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title(offer.name[language], offer.symbol)}
      closeLabel={shell.close}
      footer={
        hasFundPassword ? (
          <Button wide disabled={short > 0n} onPress={() => setConfirmed(true)}>
            {short > 0n ? texts.short(cash(short)) : texts.send(lots, cash(held))}
          </Button>
        ) : (
          <LinkButton wide href="/user/setPassword">
            {texts.set}
          </LinkButton>
        )
      }
    >
      <div className={styles.stack}>
        {closesIn > 0 ? (
          <p className={styles.small}>{texts.left(moment(offer.closesAt), timeLeftText(closesIn, left))}</p>
        ) : null}
        <Costs offer={offer} available={available} />
        <Ends offer={offer} />
        <p className={styles.total}>
          <span className={styles.small}>{texts.once(offer.maxPerMember)}</span>
          <span className={styles.small}>
            {texts.odds(countText(offer.places), countText(offer.applications + 1))}
          </span>
        </p>
        {hasFundPassword ? null : (
          <Note tone="warn" icon="lock">
            {texts.unset}
          </Note>
        )}
      </div>
    </Sheet>
  )
}

const Costs = ({ offer, available }: { readonly offer: Offer; readonly available: string }) => {
  const all = newSharesTexts.use()
  const texts = all.sheet
  const { amount, fee, held } = costOf(offer)
  const rest = BigInt(available) - held
  const share = BigInt(available) <= 0n ? 100 : Number((held * 100n) / BigInt(available))
  return (
    <>
      <p className={styles.sum}>
        <span>
          <small className={styles.small}>{all.price}</small>
          <b>{formatPrice(BigInt(offer.price))}</b>
        </span>
        <span aria-hidden="true">×</span>
        <span>
          <small className={styles.small}>{texts.fixed(lotsText(offer.minShares, all.lots))}</small>
          <b>{all.shares(countText(offer.minShares))}</b>
        </span>
        <span aria-hidden="true">+</span>
        <span>
          <small className={styles.small}>{texts.fee}</small>
          <b>{formatMoney(fee)}</b>
        </span>
      </p>
      <KeyValues
        dense
        items={[
          {
            key: 'amount',
            label: offer.paymentMode === 'prepaid' ? texts.amount : `${texts.amount} · ${texts.later}`,
            value: formatMoney(amount),
          },
          { key: 'fee', label: `${texts.fee} · ${texts.feeKept}`, value: formatMoney(fee) },
          { key: 'held', label: texts.held, value: cash(held), sum: true },
        ]}
      />
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      <p className={styles.total}>
        <span className={styles.small}>{texts.available(formatMoney(available))}</span>
        <span className={styles.small}>
          {rest < 0n ? texts.short(cash(-rest)) : texts.after(formatMoney(rest))}
        </span>
      </p>
    </>
  )
}

const Ends = ({ offer }: { readonly offer: Offer }) => {
  const texts = newSharesTexts.use().sheet
  const moment = useMoment()
  const { amount, held } = costOf(offer)
  const isPrepaid = offer.paymentMode === 'prepaid'
  const ends = [
    {
      key: 'won',
      label: texts.won,
      text: isPrepaid
        ? texts.wonPrepaid(formatMoney(amount))
        : texts.wonLater(formatMoney(amount), moment(offer.payBy)),
    },
    {
      key: 'lost',
      label: texts.lost,
      text: isPrepaid ? texts.lostPrepaid(moment(offer.drawsAt), formatMoney(amount)) : texts.lostLater,
    },
    {
      key: 'cancel',
      label: texts.cancel,
      text: texts.cancelText(moment(offer.closesAt), formatMoney(held)),
    },
  ]
  return (
    <dl className={styles.ends}>
      {ends.map(({ key, label, text }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The id is made once for the sheet: however often it is sent, it is one application. */
function useSendApplication(offer: Offer): (fundPassword: string) => Promise<PinVerdict> {
  const [applicationId] = useState(() => newId())
  const key = useRef(newIdempotencyKey())
  return async (fundPassword) => {
    const answer = await call(
      '/new-shares/apply',
      { applicationId, offerId: offer.offerId, shares: offer.minShares, fundPassword },
      { idempotencyKey: key.current },
    )
    await subscriptionsMoved()
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      return 'close'
    }
    if (answer.why !== 'refused') return { error: '' }
    // After a refusal the next attempt is a new request; after a lost answer it is the same one.
    key.current = newIdempotencyKey()
    return answer.msg === 'password.fund-not-set' ? 'unset' : { error: await moneyRefusal(answer) }
  }
}

// How many lots, what they hold, and what they would get by now; after that the fund password.

import { Button, LinkButton, Note, Sheet, Stepper } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotSize } from '@fairlot/rules/instruments'
import { placementCost, shareOf } from '@fairlot/rules/placements'
import { useRef, useState } from 'react'
import { FundPasswordSheet, moneyRefusal, type PinVerdict } from '#features/funds'
import { CostLines, ordersTexts } from '#features/orders'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { placementsTexts } from './texts/index.ts'
import { cash, countText, type Detail, type Placement, placementsMoved } from './use-placements.ts'
import styles from './Placements.module.css'

interface Props {
  readonly detail: Detail
  readonly onClose: () => void
}

export const ApplySheet = ({ detail, onClose }: Props) => {
  const { placement, available, hasFundPassword } = detail
  const all = placementsTexts.use()
  const texts = all.sheet
  const shell = shellTexts.use()
  const steps = ordersTexts.use().lots
  const language = useLanguage()
  const moment = useMoment()
  const [lots, setLots] = useState(placement.minLots)
  const [isConfirmed, setConfirmed] = useState(false)
  const send = useSendApplication(placement, lots)
  const held = placementCost(placement.price, lots)
  const how = all.of(all.kinds[placement.kind], all.methods[placement.method])
  if (isConfirmed)
    return (
      <FundPasswordSheet
        lead={texts.send(all.lots(countText(lots)), cash(held))}
        onClose={onClose}
        onSend={send}
      />
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title(placement.name[language])}
      closeLabel={shell.close}
      subject={
        <span className={styles.subject}>
          <b>
            {texts.title(placement.name[language])} <span className="num">{placement.symbol}</span>
          </b>
          <small>{texts.sub(how, moment(placement.closesAt))}</small>
        </span>
      }
      footer={<SendButton detail={detail} lots={lots} onPress={() => setConfirmed(true)} />}
    >
      <div className={styles.panel}>
        <div className={styles.line}>
          <span>{texts.lots}</span>
          <span className={styles.small}>
            {texts.bounds(countText(placement.minLots), countText(placement.maxLots))}
          </span>
        </div>
        <Stepper
          label={texts.lots}
          value={lots}
          onChange={setLots}
          min={placement.minLots}
          max={placement.maxLots}
          unit={steps.unit(lots)}
          texts={{ less: steps.fewer, more: steps.more }}
        />
        <CostLines
          lines={[
            {
              key: 'value',
              label: texts.value[placement.kind],
              how: `${formatPrice(BigInt(placement.price))} × ${countText(lots * lotSize)}`,
              value: formatMoney(held),
            },
            { key: 'fee', label: texts.fee, value: formatMoney(0n) },
            { key: 'held', label: texts.held, value: cash(held), sum: true },
          ]}
        />
        <Funds available={BigInt(available)} held={held} />
        <Forecast placement={placement} lots={lots} />
        <p className={styles.small}>{texts.note(moment(placement.closesAt), moment(placement.drawsAt))}</p>
        {hasFundPassword ? null : (
          <Note tone="warn" icon="lock">
            {texts.unset}
          </Note>
        )}
      </div>
    </Sheet>
  )
}

interface SendProps {
  readonly detail: Detail
  readonly lots: number
  readonly onPress: () => void
}

const SendButton = ({ detail: { placement, available, hasFundPassword }, lots, onPress }: SendProps) => {
  const all = placementsTexts.use()
  const texts = all.sheet
  const held = placementCost(placement.price, lots)
  const short = held - BigInt(available)
  return hasFundPassword ? (
    <Button wide disabled={short > 0n} onPress={onPress}>
      {short > 0n ? texts.short(cash(short)) : texts.send(all.lots(countText(lots)), cash(held))}
    </Button>
  ) : (
    <LinkButton wide href="/user/setPassword">
      {texts.set}
    </LinkButton>
  )
}

/** The part of the available funds that the application would hold. */
const Funds = ({ available, held }: { readonly available: bigint; readonly held: bigint }) => {
  const texts = placementsTexts.use().sheet
  const hidden = useHideAmounts()
  const rest = available - held
  const percent = available <= 0n || rest < 0n ? 100 : Number((held * 100n) / available)
  const text = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${percent}%` }} data-short={rest < 0n || undefined} />
      </div>
      <p className={styles.line}>
        <span className={styles.small}>{texts.available(text(available))}</span>
        <span className={styles.small}>{rest < 0n ? texts.short(cash(-rest)) : texts.after(text(rest))}</span>
      </p>
    </div>
  )
}

/** What the application would get if no other came. */
const Forecast = ({ placement, lots }: { readonly placement: Placement; readonly lots: number }) => {
  const all = placementsTexts.use()
  const texts = all.sheet
  const applied = placement.appliedLots + lots
  const isEnough = applied <= placement.lots
  const { base } = shareOf(placement.lots, applied, lots)
  const isLot = placement.method === 'lot'
  const places = Math.floor(placement.lots / placement.minLots)
  const lotsShown = all.lots(countText(isEnough ? lots : base))
  const division = `${countText(placement.lots)} ÷ ${countText(applied)} × ${countText(lots)}`
  return (
    <section className={styles.forecast}>
      {isLot && !isEnough ? null : (
        <p className={styles.line}>
          <span>{texts.now}</span>
          <strong>{isEnough ? texts.all(lotsShown) : texts.atLeast(lotsShown)}</strong>
        </p>
      )}
      <p className={styles.small}>
        {isEnough
          ? texts.fits
          : isLot
            ? texts.drawn(countText(places), countText(placement.applications + 1))
            : texts.divided(division)}
      </p>
    </section>
  )
}

/** The id is made once for the sheet: however often it is sent, it is one application. */
function useSendApplication(
  { placementId }: Placement,
  lots: number,
): (fundPassword: string) => Promise<PinVerdict> {
  const [applicationId] = useState(() => newId())
  const key = useRef(newIdempotencyKey())
  return async (fundPassword) => {
    const answer = await call(
      '/placements/apply',
      { applicationId, placementId, lots, fundPassword },
      { idempotencyKey: key.current },
    )
    await placementsMoved()
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

// The confirmation before an order is sent: one sentence, the figures, the risk in money, the lock time.

import { Button, cx, Icon, Note, Sheet } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { minuteText, priceText, shortNameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { useOnline } from '#shell/connection.ts'
import { useDay } from '#shell/format.ts'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { CostLines, type CostLine } from '../components/CostLines.tsx'
import { countText, dollarText, limitText, moneyText, quantityText, rateText, ratioText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { SendingNote } from '../sending/SendingNote.tsx'
import { RiskWarningDialog } from './RiskWarningDialog.tsx'
import { lockText } from './lock-text.ts'
import { exitText } from './exit-text.ts'
import { entryTexts } from './texts/index.ts'
import { useFirstDay } from './use-first-day.ts'
import { useSubmit } from './use-submit.ts'
import { useSubmitEntry } from './use-submit-entry.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ConfirmSheet.module.css'

interface Props {
  readonly ticket: Ticket
  readonly open: boolean
  readonly onBack: () => void
  readonly onPlaced: () => void
}

export const ConfirmSheet = ({ ticket, open, onBack, onPlaced }: Props) => {
  const texts = ordersTexts.use().confirm
  const ticketTexts = ordersTexts.use().ticket
  const { close } = shellTexts.use()
  const isPaper = isSimulated(useSite())
  const isOnline = useOnline()
  const waiting = entryTexts.use().confirm
  const ends = { onPlaced, onRefused: onBack }
  const order = useSubmit(ticket, ends)
  const conditional = useSubmitEntry(ticket, ends)
  const { draft, entry } = ticket
  const { sending, isBusy, asking, send, sendAnyway, stopAsking } = entry === undefined ? order : conditional
  const isUnanswered = sending !== null && sending.phase !== 'sending'
  return (
    <>
      <Sheet
        open={open}
        onClose={isBusy ? nothing : onBack}
        title={entry === undefined ? texts.title : waiting.title}
        closeLabel={close}
        footer={
          isUnanswered ? (
            <SendingNote sending={sending} onEdit={onBack} />
          ) : (
            <>
              <div className={styles.actions}>
                <Button kind="quiet" disabled={isBusy} onPress={onBack}>
                  {texts.back}
                </Button>
                <Button
                  kind={draft.direction}
                  loading={isBusy}
                  disabled={!isOnline}
                  aria-describedby={isOnline ? undefined : 'confirm-offline'}
                  onPress={send}
                >
                  {isBusy ? texts.sending : entry === undefined ? texts.send : waiting.send}
                </Button>
              </div>
              {isOnline ? null : (
                <p id="confirm-offline" className={styles.paper}>
                  {ticketTexts.offline}
                </p>
              )}
              {isPaper && isOnline ? <p className={styles.paper}>{texts.paper}</p> : null}
            </>
          )
        }
      >
        <Summary ticket={ticket} />
      </Sheet>
      <RiskWarningDialog
        asking={asking}
        price={ticket.order.price}
        onBack={() => {
          stopAsking()
          onBack()
        }}
        onSend={sendAnyway}
      />
    </>
  )
}

const nothing = (): void => undefined

const Summary = ({ ticket }: { readonly ticket: Ticket }) => {
  const all = ordersTexts.use()
  const texts = all.confirm
  const language = useLanguage()
  const { draft, order, entry, facts, preview, source } = ticket
  const { instrument, answer } = source
  const waiting = useEntryLines(ticket)
  const heldAt = useHeldAt(ticket)
  const exitTexts = entryTexts.use().exits
  if (preview === null) return null
  const isLong = draft.direction === 'long'
  const validity = all.validity.short[draft.validity]
  const lots = countText(draft.lots)
  const now =
    order.price === undefined
      ? (isLong ? texts.market : texts.marketShort)(validity)
      : (isLong ? texts.limitLong : texts.limitShort)(priceText(order.price), validity)
  const how = entry === undefined ? [now] : waiting
  const { autoCoverAt } = answer.dayTrading
  const money: ReactNode[] = []
  if (ticket.exits !== undefined) money.push(exitTexts.carried(exitText(ticket.exits, exitTexts)))
  if (preview.loan > 0n) money.push(texts.split(moneyText(preview.ownPart), moneyText(preview.loan)))
  if (!isLong) money.push(texts.borrowed(lots))
  if (draft.dayTrade && autoCoverAt !== null) money.push(texts.dayTrade(minuteText(Date.parse(autoCoverAt))))
  const { terms } = facts
  return (
    <div className={styles.summary}>
      <div className={cx(styles.say, isLong ? styles.up : styles.down)}>
        <p className={styles.what}>
          {texts.what(
            draft.direction,
            shortNameIn(language, instrument),
            quantityText(order.quantity, language),
          )}
        </p>
        {[...how, ...money].map((line, at) => (
          <p key={at} className={styles.how}>
            {line}
          </p>
        ))}
      </div>
      <CostLines lines={linesOf(ticket, all, heldAt)} />
      <Note tone="warn">
        {texts.risk(dollarText(BigInt(order.quantity) * 100n), draft.direction)}
        {preview.callPrice === null || preview.ratioBp === null
          ? null
          : texts.riskCall(
              ratioText(preview.ratioBp),
              priceText(preview.callPrice),
              limitText(terms.callRatio),
              terms.callDays,
              draft.direction,
            )}
      </Note>
      <p className={styles.lock}>
        <Icon name="lock" size={1} />
        <span>
          {lockText(all.ticket.lock, terms, draft, facts.dayTrading.eligible)}
          {preview.callPrice === null ? null : `${all.semicolon}${texts.callNote}`}
        </span>
      </p>
    </div>
  )
}

/** The sentences of an entry: its trigger, the order it becomes, its last day. */
const useEntryLines = ({ entry, order }: Ticket): readonly string[] => {
  const texts = entryTexts.use().confirm
  const dayText = useDay()
  const first = useFirstDay()
  if (entry === undefined) return []
  const isLong = order.direction === 'long'
  const then =
    order.price === undefined
      ? isLong
        ? texts.marketLong
        : texts.marketShort
      : (isLong ? texts.limitLong : texts.limitShort)(priceText(order.price))
  const last = entry.expiresOn ?? first
  return [
    texts.trigger[entry.way](priceText(entry.trigger)),
    then,
    ...(last === undefined ? [] : [texts.until(dayText(last))]),
  ]
}

/** Which price the hold is computed with: the limit up of the day, or of an entry its own highest price. */
const useHeldAt = ({ entry }: Ticket): ((price: string) => string) => {
  const { onHoldAt } = ordersTexts.use().ticket
  const { heldAt } = entryTexts.use()
  return entry === undefined ? onHoldAt : heldAt
}

const linesOf = (
  { preview, draft }: Ticket,
  all: ReturnType<typeof ordersTexts.now>,
  heldAt: (price: string) => string,
): readonly CostLine[] => {
  if (preview === null) return []
  const { confirm, ticket } = all
  const held = preview.held ?? preview.cost
  const lines: CostLine[] = []
  if (draft.direction === 'short') {
    lines.push(
      { key: 'margin', label: confirm.margin, value: dollarText(preview.margin) },
      {
        key: 'costs',
        label: ticket.feeAndTax,
        how: ticket.taxNow,
        value: dollarText(preview.fee + preview.tax),
      },
      { key: 'lend', label: ticket.borrowFee, how: ticket.taxNow, value: dollarText(preview.borrowFee) },
    )
  } else {
    lines.push(
      preview.loan > 0n
        ? { key: 'own', label: confirm.own, value: dollarText(preview.ownPart) }
        : { key: 'value', label: ticket.value, value: dollarText(preview.value) },
      { key: 'fee', label: ticket.fee, value: dollarText(preview.fee) },
    )
    if (preview.loan > 0n)
      lines.push({
        key: 'loan',
        label: confirm.loan,
        how: confirm.loanHow(rateText(preview.interestApr), moneyText(preview.interestPerDay)),
        value: dollarText(preview.loan),
      })
    lines.push({
      key: 'need',
      label: confirm.need,
      value: dollarText(preview.cost),
      sum: held === preview.cost,
    })
  }
  if (held !== preview.cost)
    lines.push({
      key: 'held',
      label: confirm.onHold,
      ...(preview.heldPrice === null || preview.heldPrice === preview.price
        ? {}
        : { how: heldAt(priceText(preview.heldPrice)) }),
      value: dollarText(held),
      sum: true,
    })
  return lines
}

// The confirmation before a close is sent or a condition is set: one sentence, the figures, the result.

import { Button, Note, Sheet } from '@fairlot/ui'
import { RiskWarningDialog, ordersTexts, SendingNote, type TicketSource } from '#features/orders'
import { priceText, shortNameIn } from '#features/market-data'
import { useOnline } from '#shell/connection.ts'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { isSimulated, useSite } from '#shell/site.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { lotsText, type ConditionalRow, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import type { TradingDay } from '../use-trading-day.ts'
import { ConditionLines } from './Conditions.tsx'
import { CloseLines } from './Costs.tsx'
import { previewOf, trailingNow, type CloseDraft } from './draft.ts'
import { closeSender } from './sender.ts'
import { Split } from './Split.tsx'
import { closeTexts } from './texts/index.ts'
import type { CloseTexts } from './texts/tw.ts'
import { useSendClose } from './use-send-close.ts'
import styles from './CloseSheet.module.css'

interface Props {
  readonly open: boolean
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
  /** The waiting condition that this one replaces. */
  readonly changed: ConditionalRow | undefined
  readonly onBack: () => void
  readonly onDone: () => void
}

export const ConfirmClose = (props: Props) => {
  const { open, row, draft, onBack, onDone } = props
  const texts = closeTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const isPaper = isSimulated(useSite())
  const isOnline = useOnline()
  const name = shortNameIn(language, row)
  const { sending, busy, asking, send, sendAnyway, stopAsking } = useSendClose({
    ...props,
    name,
    onBack,
    onDone,
  })
  const isConditional = draft.type === 'conditional'
  const isUnanswered = sending !== null && sending.phase !== 'sending'
  return (
    <>
      <Sheet
        open={open}
        onClose={busy ? nothing : onBack}
        title={isConditional ? texts.conditional.confirmTitle : texts.confirm.title}
        closeLabel={close}
        footer={
          isUnanswered ? (
            <SendingNote sending={sending} sender={closeSender} onEdit={onBack} />
          ) : (
            <>
              {isOnline ? null : (
                <Note tone="warn" role="status">
                  {texts.offline}
                </Note>
              )}
              <div className={styles.actions}>
                <Button kind="quiet" disabled={busy} onPress={onBack}>
                  {texts.confirm.back}
                </Button>
                <Button loading={busy} disabled={!isOnline} onPress={send}>
                  {busy ? texts.confirm.sending : isConditional ? texts.conditional.send : texts.confirm.send}
                </Button>
              </div>
              {isPaper ? <p className={styles.paper}>{texts.confirm.paper}</p> : null}
            </>
          )
        }
      >
        {isConditional ? <Condition {...props} name={name} /> : <Order {...props} name={name} />}
      </Sheet>
      <RiskWarningDialog
        asking={asking}
        price={draft.type === 'limit' ? draft.price : undefined}
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

type PartProps = Props & { readonly name: string }

const Order = (props: PartProps) => {
  const { row, draft, source, day, name } = props
  const texts = closeTexts.use()
  const { validity } = ordersTexts.use()
  const language = useLanguage()
  const validityText = validity.short[draft.validity]
  const preview = previewOf(draft, row, source.facts, day)
  return (
    <div className={styles.summary}>
      <div className={styles.say}>
        <p className={styles.what}>
          {texts.confirm.what[row.direction](lotsText(draft.quantity, language), name)}
        </p>
        <p className={styles.how}>
          {draft.type === 'limit'
            ? texts.confirm.limit[row.direction](priceText(draft.price), validityText)
            : texts.confirm.market(validityText)}
        </p>
        <Split draft={draft} source={source} className={styles.how} />
      </div>
      <CloseLines row={row} draft={draft} source={source} day={day} />
      <p className={styles.result}>
        <span>{texts.confirm.result}</span>
        <Result amount={preview?.result ?? null} size="row" />
      </p>
    </div>
  )
}

const conditionTexts = (draft: CloseDraft, row: PositionRow, last: number, texts: CloseTexts): string[] => {
  const { conditional } = texts
  const stop = `${conditional.stop} ${priceText(draft.stop)}`
  const take = `${conditional.takeProfit} ${priceText(draft.takeProfit)}`
  if (draft.kind === 'trailing')
    return [
      `${conditional.trailing} ${priceText(draft.distance)}`,
      conditional.trailingHow(priceText(trailingNow(draft, row, last))),
    ]
  if (draft.kind === 'stop') return [stop, conditional.stopHow[row.direction]]
  if (draft.kind === 'take-profit') return [take]
  return [take, stop, conditional.oneOnly]
}

const Condition = ({ row, draft, source, day, name }: PartProps) => {
  const texts = closeTexts.use()
  const language = useLanguage()
  const dayText = useDay()
  const last = source.facts.last ?? source.facts.reference
  return (
    <div className={styles.summary}>
      <div className={styles.say}>
        <p className={styles.what}>
          {texts.confirm.what[row.direction](lotsText(draft.quantity, language), name)}
        </p>
        {conditionTexts(draft, row, last, texts).map((line) => (
          <p key={line} className={styles.how}>
            {line}
          </p>
        ))}
        <p className={styles.how}>
          {texts.conditional.until} {texts.conditional.close(dayText(draft.expiresOn))}
        </p>
      </div>
      <ConditionLines row={row} draft={draft} source={source} day={day} />
      <Note>{texts.conditional.kept}</Note>
    </div>
  )
}

// The confirmation before an amount is held: one sentence, the limits, who decides, and what can be lost.

import { Button, Checkbox, KeyValues, Note, Sheet } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useOnline } from '#shell/connection.ts'
import { useDay } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { cash, partOf, shareText, stopAt, type Terms } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import type { Start } from './use-start.ts'
import styles from './CopyTrading.module.css'

interface Props {
  readonly open: boolean
  readonly terms: Terms
  readonly form: Start
  readonly onBack: () => void
}

export const ConfirmStart = ({ open, terms, form, onBack }: Props) => {
  const all = copyTradingTexts.use()
  const texts = all.confirm
  const { close } = shellTexts.use()
  const isOnline = useOnline()
  const day = useDay()
  return (
    <Sheet
      open={open}
      onClose={form.busy ? () => undefined : onBack}
      title={texts.title}
      closeLabel={close}
      footer={
        <>
          {isOnline ? null : (
            <Note tone="warn" role="status">
              {texts.offline}
            </Note>
          )}
          <div className={styles.actions}>
            <Button kind="quiet" disabled={form.busy} onPress={onBack}>
              {texts.back}
            </Button>
            <Button
              loading={form.busy}
              disabled={!isOnline || !form.isAgreed || !form.canReview}
              onPress={form.send}
            >
              {form.isUnknown ? texts.again : texts.send}
            </Button>
          </div>
        </>
      }
    >
      <div className={styles.panel}>
        <p className={styles.say}>
          {texts.what(cash(form.wanted), terms.mentor.name)}
          <small>{texts.starts(day(terms.startsOn))}</small>
        </p>
        <Limits form={form} />
        <Note tone={form.isReviewed ? 'warn' : undefined}>
          {form.isReviewed ? texts.review(cash(terms.reviewFrom)) : texts.atOnce(cash(terms.reviewFrom))}
        </Note>
        <Checkbox checked={form.isAgreed} onChange={form.setAgreed}>
          {texts.agree}
        </Checkbox>
        {form.problem === undefined ? null : (
          <Note tone="crit" role="alert">
            {form.problem}
          </Note>
        )}
        {form.isUnknown ? (
          <Note tone="warn" role="status">
            {texts.unknown}
          </Note>
        ) : null}
      </div>
    </Sheet>
  )
}

const Limits = ({ form }: { readonly form: Start }) => {
  const all = copyTradingTexts.use()
  const { wanted, settings } = form
  const { stockShareBp, stopLossBp, cap } = settings.chosen
  return (
    <KeyValues
      items={[
        {
          key: 'share',
          label: all.settings.share,
          value: all.settings.shareValue(shareText(stockShareBp), formatMoney(partOf(wanted, stockShareBp))),
        },
        {
          key: 'stopLoss',
          label: all.settings.stopLoss,
          value:
            stopLossBp === null
              ? all.none
              : all.settings.stopValue(shareText(stopLossBp), formatMoney(stopAt(wanted, stopLossBp))),
        },
        { key: 'cap', label: all.settings.cap, value: cap === null ? all.none : formatMoney(cap) },
        { key: 'risk', label: all.confirm.risk, value: cash(wanted) },
        { key: 'held', label: all.start.held, value: cash(wanted), sum: true },
      ]}
    />
  )
}

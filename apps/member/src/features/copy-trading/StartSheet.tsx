// How much to put behind a mentor, within which limits and at what cost. Nothing is held before the confirmation.

import { Button, Chip, Chips, Icon, Note, Sheet, SkeletonRows, StatusChip, Stepper } from '@fairlot/ui'
import { displayCompact, formatMoney, parseMoney } from '@fairlot/money'
import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { ConfirmStart } from './ConfirmStart.tsx'
import { cash, shareText, type Terms } from './copy.ts'
import { Costs, Funds } from './Costs.tsx'
import { MentorLine } from './MentorLine.tsx'
import { SettingsFields } from './Settings.tsx'
import { copyTradingTexts } from './texts/index.ts'
import { type Start, useStart } from './use-start.ts'
import styles from './CopyTrading.module.css'

interface Props {
  readonly mentorId: string
  readonly name: string
  readonly productId?: string | undefined
  readonly onClose: () => void
  readonly onStarted: (copyId: string) => void
}

export const StartSheet = (props: Props) => {
  const { mentorId, name, productId, onClose } = props
  const texts = copyTradingTexts.use().start
  const { close, loading } = shellTexts.use()
  const read = useRead('/copy-trading/terms', { mentorId, ...(productId === undefined ? {} : { productId }) })
  if (read.data !== undefined) return <Filled {...props} terms={read.data} />
  const skeleton = <SkeletonRows label={loading} count={5} />
  return (
    <Sheet open onClose={onClose} title={texts.title(name)} closeLabel={close}>
      <Answered read={read} skeleton={skeleton}>
        {() => skeleton}
      </Answered>
    </Sheet>
  )
}

const Filled = ({ terms, name, productId, onClose, onStarted }: Props & { readonly terms: Terms }) => {
  const all = copyTradingTexts.use()
  const texts = all.start
  const { close } = shellTexts.use()
  const form = useStart({ terms, productId, onStarted })
  const [isConfirming, setConfirming] = useState(false)
  const { mentor } = terms
  return (
    <>
      <Sheet
        open={!isConfirming}
        covered={isConfirming}
        onClose={onClose}
        title={texts.title(name)}
        closeLabel={close}
        subject={
          <span className={styles.subject}>
            <b className={styles.name}>
              {texts.title(name)}{' '}
              {mentor.level === null ? null : (
                <StatusChip tone="brand">{all.levels[mentor.level]}</StatusChip>
              )}
              {mentor.isSimulated ? <StatusChip>{all.simulated}</StatusChip> : null}
            </b>
            <MentorLine mentorId={mentor.mentorId} />
          </span>
        }
        footer={
          <Button
            wide
            disabled={!form.canReview}
            reason={form.canReview ? undefined : texts.fixFirst}
            onPress={() => setConfirming(true)}
          >
            {texts.check(cash(form.wanted))}
          </Button>
        }
      >
        <Fields terms={terms} form={form} />
      </Sheet>
      <ConfirmStart
        open={isConfirming}
        terms={terms}
        form={form}
        onBack={() => {
          form.clear()
          setConfirming(false)
        }}
      />
    </>
  )
}

const step = 1_000_000
/** Above the largest amount of the contract, and exact as a number. */
const maxTyped = 100_000_000_000_000n

const Fields = ({ terms, form }: { readonly terms: Terms; readonly form: Start }) => {
  const texts = copyTradingTexts.use().start
  const hidden = useHideAmounts()
  const [isUnread, setUnread] = useState(false)
  const money = (amount: string): string => (hidden ? '••••' : formatMoney(amount))
  const { refusal } = form
  const set = (amount: number) => {
    setUnread(false)
    form.setAmount(amount)
  }
  return (
    <div className={styles.panel}>
      <p className={styles.line}>
        <span>{texts.amount}</span>
        <span className={styles.small}>{texts.available(money(terms.available))}</span>
      </p>
      <Stepper
        label={texts.amount}
        value={form.amount}
        onChange={set}
        min={Number(terms.minFollow ?? '0')}
        max={Number(terms.maxFollow)}
        step={step}
        loose
        format={(value) => formatMoney(BigInt(value))}
        parse={(text) => {
          const parsed = parseMoney(text.replaceAll(',', ''))
          return parsed.ok && parsed.value >= 0n && parsed.value <= maxTyped
            ? Number(parsed.value)
            : undefined
        }}
        onUnreadable={() => setUnread(true)}
        texts={{ less: texts.less, more: texts.more }}
        error={
          isUnread
            ? texts.unreadable
            : refusal === undefined
              ? undefined
              : texts.limits[refusal.code](formatMoney(refusal.limit))
        }
      />
      <Amounts terms={terms} amount={form.amount} onPick={set} />
      <p className={styles.small}>
        {texts.room(shareText(copyTradingRules.equityShare.default), money(terms.room))}
      </p>
      <SettingsFields amount={form.wanted} settings={form.settings} />
      <Costs terms={terms} amount={form.wanted} stockShareBp={form.settings.chosen.stockShareBp} />
      <Funds available={BigInt(terms.available)} held={form.wanted} />
      {form.isReviewed ? <Note tone="warn">{texts.review(cash(terms.reviewFrom))}</Note> : null}
      <PauseAndStop />
    </div>
  )
}

interface AmountsProps {
  readonly terms: Terms
  readonly amount: number
  readonly onPick: (amount: number) => void
}

/** The minimum and round multiples of it, up to the maximum. */
const Amounts = ({ terms, amount, onPick }: AmountsProps) => {
  const texts = copyTradingTexts.use().start
  const language = useLanguage()
  const least = Number(terms.minFollow ?? '0')
  const choices = [1, 2, 4, 10]
    .map((times) => least * times)
    .filter((each) => each <= Number(terms.maxFollow))
  const short = (each: number): string => displayCompact(BigInt(each), language)
  return (
    <Chips label={texts.amounts} fill>
      {choices.map((each, at) => (
        <Chip key={each} selected={each === amount} onPress={() => onPick(each)}>
          {at === 0 ? texts.least(short(each)) : short(each)}
        </Chip>
      ))}
    </Chips>
  )
}

const PauseAndStop = () => {
  const texts = copyTradingTexts.use().start
  return (
    <div className={styles.pair}>
      <div className={styles.well}>
        <b>
          <Icon name="pause" size={1.125} />
          {texts.pause}
        </b>
        <span className={styles.small}>{texts.pauseText}</span>
      </div>
      <div className={styles.well}>
        <b>
          <Icon name="close" size={1.125} />
          {texts.stop}
        </b>
        <span className={styles.small}>{texts.stopText}</span>
      </div>
    </div>
  )
}

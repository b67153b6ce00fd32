// Share per stock, stop-loss and cap per purchase: the same fields when a copy starts and when it is changed.

import { copyTradingRules, settingsProblem } from '@fairlot/rules/copy-trading'
import { Field, Segments } from '@fairlot/ui'
import { formatMoney, parseMoney } from '@fairlot/money'
import { useId, useState } from 'react'
import { partOf, shareText, stopAt } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

export interface Chosen {
  readonly stockShareBp: number
  readonly stopLossBp: number | null
  readonly cap: string | null
}

const shares = [1_000, 5_000, 10_000] as const
const losses = [500, 1_000, 2_000] as const
const off = 'off'

/** What is chosen now, in order; a value of an older choice stays among them. */
const withChosen = (values: readonly number[], chosen: number | null): readonly number[] =>
  chosen === null || values.includes(chosen) ? values : [...values, chosen].toSorted((a, b) => a - b)

const capOf = (text: string): string | null | undefined => {
  if (text.trim() === '') return null
  const parsed = parseMoney(text.replaceAll(',', ''))
  return parsed.ok && parsed.value > 0n ? parsed.value.toString() : undefined
}

export const useSettings = (initial: Chosen, amount: bigint) => {
  const id = useId()
  const texts = copyTradingTexts.use().settings
  const [stockShareBp, setShare] = useState(initial.stockShareBp)
  const [stopLossBp, setStopLoss] = useState(initial.stopLossBp)
  const [capText, setCap] = useState(initial.cap === null ? '' : formatMoney(initial.cap))
  const cap = capOf(capText)
  const problem =
    cap === undefined
      ? 'cap'
      : settingsProblem({ stockShareBp, stopLossBp, cap: cap === null ? null : BigInt(cap) }, amount)
  return {
    chosen: { stockShareBp, stopLossBp, cap: cap ?? null },
    problem,
    setShare,
    setStopLoss,
    cap: {
      id,
      name: 'copy-cap',
      value: capText,
      error: problem === 'cap' ? texts.capError : undefined,
      onChange: setCap,
      onBlur: () => undefined,
    },
  }
}

interface Props {
  readonly amount: bigint
  readonly settings: ReturnType<typeof useSettings>
}

export const SettingsFields = ({ amount, settings }: Props) => {
  const all = copyTradingTexts.use()
  const texts = all.settings
  const { stockShareBp, stopLossBp } = settings.chosen
  const { stockShareMin, stockShare } = copyTradingRules
  return (
    <>
      <div className={styles.choice}>
        <span>{texts.share}</span>
        <Segments
          compact
          label={texts.share}
          value={String(stockShareBp)}
          onChange={(next) => settings.setShare(Number(next))}
          items={withChosen(
            withChosen(
              shares.filter((bp) => bp >= stockShareMin.default),
              stockShare.default,
            ),
            stockShareBp,
          ).map((bp) => ({ value: String(bp), label: shareText(bp) }))}
        />
      </div>
      <p className={styles.small}>{texts.shareOf(formatMoney(partOf(amount, stockShareBp)))}</p>
      <div className={styles.choice}>
        <span>{texts.stopLoss}</span>
        <Segments
          compact
          label={texts.stopLoss}
          value={stopLossBp === null ? off : String(stopLossBp)}
          onChange={(next) => settings.setStopLoss(next === off ? null : Number(next))}
          items={[
            { value: off, label: all.none },
            ...withChosen(losses, stopLossBp).map((bp) => ({
              value: String(bp),
              label: `−${shareText(bp)}`,
            })),
          ]}
        />
      </div>
      <p className={styles.small}>
        {stopLossBp === null ? texts.noStopLoss : texts.stopLossAt(formatMoney(stopAt(amount, stopLossBp)))}
      </p>
      <Field {...settings.cap} label={texts.cap} help={texts.capHelp} inputMode="decimal" />
    </>
  )
}

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { Field, Note, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { moneyText } from '#kit/money-text.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { depositsTexts } from './texts/index.ts'

interface ReversePopupProps {
  readonly data: ConsoleDataOf<'/deposits/record'>
  readonly onClose: () => void
}

/** `1,234.50` as hundredths; null when empty, undefined when it is not an amount. */
export function minorOf(text: string): string | null | undefined {
  const plain = text.replaceAll(',', '').trim()
  if (plain === '') return null
  const [, whole, cents = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  if (whole === undefined) return undefined
  const minor = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
  return minor === 0n ? undefined : minor.toString()
}

const decimalOf = (minor: string): string =>
  `${minor.slice(0, -2) || '0'}.${minor.slice(-2).padStart(2, '0')}`

/** Reverses a booked deposit completely, the bank's side included, and books the correct amount if there is one. */
export function ReversePopup({ data, onClose }: ReversePopupProps) {
  const texts = depositsTexts.use().reverse
  const { deposit, line, reversal } = data
  const form = useForm({
    fields: {
      right: {
        initial: line === null ? '' : decimalOf(line.amount),
        rules: [{ validator: (text) => minorOf(text) !== undefined, message: texts.noAmount }],
      },
      tw: required(texts.required),
      en: required(texts.required),
      reason: required(texts.required),
    },
  })
  const send = () => {
    const right = minorOf(form.values.right)
    if (!form.validate() || right === undefined) return undefined
    return call('/deposits/proposeReversal', {
      depositId: deposit.depositId,
      right,
      texts: { tw: form.values.tw.trim(), en: form.values.en.trim() },
      reason: form.values.reason.trim(),
    })
  }
  return (
    <ProposalPopup
      title={texts.title(deposit.number ?? '')}
      kind="deposit-reversal"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/deposits/record')}
    >
      <Note>
        {texts.text(
          moneyText(deposit.booked ?? '0', deposit.currency),
          moneyText(reversal?.available ?? '0', deposit.currency),
        )}
      </Note>
      <Field
        {...form.bind('right')}
        label={texts.right}
        inputMode="decimal"
        help={line === null ? texts.rightHelp : texts.rightLine(moneyText(line.amount, line.currency))}
      />
      <Field {...form.bind('tw')} label={texts.tw} required />
      <Field {...form.bind('en')} label={texts.en} required />
      <Field {...form.bind('reason')} label={texts.reason} multiline required />
    </ProposalPopup>
  )
}

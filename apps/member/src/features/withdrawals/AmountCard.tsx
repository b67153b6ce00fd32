// The amount of a withdrawal, and what it costs and brings.

import { formatMoney } from '@fairlot/money'
import { Card, KeyValues, TextLink } from '@fairlot/ui'
import { AmountField, fundComponentsTexts, symbolOf } from '#features/funds'
import { useMoment } from '#shell/format.ts'
import { withdrawalsTexts } from './texts/index.ts'
import { moneyIn, type WithdrawalForm } from './use-withdrawal-form.ts'
import { maxOf, type Offer } from './withdrawal-limits.ts'

interface Props {
  readonly offer: Offer
  readonly form: WithdrawalForm
}

export const AmountCard = ({ offer, form }: Props) => {
  const texts = withdrawalsTexts.use()
  const componentTexts = fundComponentsTexts.use()
  const max = maxOf(offer)
  const fillMax = () => form.fillAmount(formatMoney(max).replaceAll(',', '').replace(/\.00$/, ''))
  return (
    <Card pad>
      <AmountField
        label={componentTexts.amount}
        symbol={symbolOf(offer.currency)}
        value={form.typed}
        onChange={form.typeAmount}
        error={form.fieldErrorOf('amount') ?? form.stopText}
        aside={max === 0n ? undefined : <TextLink onPress={fillMax}>{texts.all}</TextLink>}
        help={
          <>
            <span>{texts.withdrawable(formatMoney(offer.withdrawable))}</span>
            {offer.min === null ? null : (
              <span>{texts.bounds(formatMoney(offer.min), formatMoney(offer.max))}</span>
            )}
            {offer.leftToday === null ? null : (
              <span>{texts.left(formatMoney(offer.leftToday), offer.timesLeftToday)}</span>
            )}
          </>
        }
      />
      {form.stop?.why === 'short' && max > 0n ? (
        <TextLink onPress={fillMax}>
          {texts.todo.fix} {moneyIn(offer.currency)(max)}
        </TextLink>
      ) : null}
    </Card>
  )
}

export const CostCard = ({ offer, form }: Props) => {
  const texts = withdrawalsTexts.use()
  const moment = useMoment()
  const money = moneyIn(offer.currency)
  const amount = form.stop === undefined ? form.amount : undefined
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'fee', label: texts.fee, value: money(offer.fee) },
          ...(offer.expectedAt === null
            ? []
            : [{ key: 'expected', label: texts.expected, value: texts.before(moment(offer.expectedAt)) }]),
          ...(amount === undefined || offer.fee === '0'
            ? []
            : [{ key: 'taken', label: texts.taken, value: money(amount + BigInt(offer.fee)) }]),
          {
            key: 'arrives',
            label: texts.arrives,
            value: money(amount ?? 0n),
            sum: true,
          },
        ]}
      />
    </Card>
  )
}

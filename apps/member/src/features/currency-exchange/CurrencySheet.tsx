import { Row, Sheet } from '@fairlot/ui'
import { type Currency, formatMoney } from '@fairlot/money'
import { CurrencyMark, fundComponentsTexts } from '#features/funds'
import { useHideAmounts } from '#shell/appearance.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import { availableOf, type Rates } from './use-exchange.ts'

interface Props {
  readonly side: 'pay' | 'get'
  readonly choices: readonly Currency[]
  readonly rates: Rates
  readonly onChoose: (currency: Currency) => void
  readonly onClose: () => void
}

export const CurrencySheet = ({ side, choices, rates, onChoose, onClose }: Props) => {
  const texts = currencyExchangeTexts.use().sheet
  const { currencies } = fundComponentsTexts.use()
  const shell = shellTexts.use()
  const hidden = useHideAmounts()
  return (
    <Sheet open onClose={onClose} title={texts[side]} closeLabel={shell.close}>
      {choices.map((currency) => (
        <Row
          key={currency}
          leading={<CurrencyMark currency={currency} />}
          title={`${currency} ${currencies[currency]}`}
          value={texts.available(hidden ? '••••' : formatMoney(availableOf(rates, currency)))}
          chevron={false}
          onPress={() => {
            onChoose(currency)
            onClose()
          }}
        />
      ))}
    </Sheet>
  )
}

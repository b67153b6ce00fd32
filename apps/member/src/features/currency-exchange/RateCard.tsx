// The indicative rate with source and time, and the line of the day; or why there is none.

import { Card, Note, Sparkline } from '@fairlot/ui'
import type { Currency } from '@fairlot/money'
import { crossOf, formatRate } from '@fairlot/rules/currency-exchange'
import { useRead } from '#shell/data.ts'
import { currencyExchangeTexts } from './texts/index.ts'
import { midsOf, type Rates, useClockText } from './use-exchange.ts'
import styles from './Exchange.module.css'

interface Props {
  readonly rates: Rates
  readonly pay: Currency
  readonly get: Currency
}

export const RateCard = ({ rates, pay, get }: Props) => {
  const texts = currencyExchangeTexts.use()
  const clock = useClockText()
  const pair = rates.rates.filter(({ currency }) => currency === pay || currency === get)
  const stopped = pair.find((rate) => rate.stopped !== null)
  const cross = crossOf(midsOf(rates), pay, get)
  if (stopped?.stopped)
    return (
      <Note tone="warn" role="status">
        {texts.noRate(stopped.currency)} {texts.stopped[stopped.stopped]}
      </Note>
    )
  const [first] = pair
  if (cross === undefined || first === undefined) return <Note role="status">{texts.noRates}</Note>
  const oldest = pair.reduce((one, other) => (other.at < one.at ? other : one))
  const alone = pair.find(({ backupUntil }) => backupUntil !== null)
  return (
    <Card pad as="section">
      <div className={styles.rate}>
        <div>
          <p className={styles.small}>{texts.rate(`1 ${cross.base}`)}</p>
          <b className="num">
            {formatRate(cross.mid)} {cross.counter}
          </b>
        </div>
        {cross.counter === 'TWD' ? <DayLine currency={cross.base} /> : null}
      </div>
      <p className={styles.hint}>
        <span className="num">
          {texts.sources[oldest.source]} · {clock(oldest.at)}
        </span>
      </p>
      {alone?.backupUntil == null ? null : (
        <Note tone="warn">
          {texts.alone(alone.currency, texts.sources[alone.source], clock(alone.backupUntil))}
        </Note>
      )}
    </Card>
  )
}

const DayLine = ({ currency }: { readonly currency: Currency }) => {
  const history = useRead('/currency-exchange/history', { currency }, { every: 60_000, quiet: true })
  const { since } = currencyExchangeTexts.use()
  const values = (history.data?.points ?? []).map(({ mid }) => Number(mid))
  const [first] = values
  return first === undefined || values.length < 2 ? null : (
    <span className={styles.spark}>
      <Sparkline values={values} reference={first} direction="flat" width={120} height={40} area />
      <small>{since}</small>
    </span>
  )
}

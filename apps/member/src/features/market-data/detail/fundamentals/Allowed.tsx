import type { DataOf } from '@fairlot/contract'
import { Card, Icon, Section } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { lotsText, priceText } from '../figures.ts'
import { fundamentalsTexts } from './texts/index.ts'
import styles from './Allowed.module.css'

/** How the security can be traded here today. */
export const Allowed = ({ symbol }: { readonly symbol: string }) => {
  const { allowed } = fundamentalsTexts.use()
  const read = useRead('/orders/allowed', { symbol }, { staleTime: 60_000 })
  return (
    <Section title={allowed.title} small>
      <Card pad>
        <Answered read={read}>{(data) => <Rows data={data} />}</Answered>
      </Card>
    </Section>
  )
}

const Rows = ({ data }: { readonly data: DataOf<'/orders/allowed'> }) => {
  const { allowed } = fundamentalsTexts.use()
  const times = (hundredths: number) => `${hundredths / 100}×`
  const percent = `${data.shortMarginPpm / 10_000}%`
  const rows: readonly (readonly [isAllowed: boolean, text: string])[] = [
    [true, allowed.board],
    [data.marketOrders, allowed.market],
    [data.dayTrading, allowed.dayTrade],
    data.multiples.length > 0 ? [true, allowed.margin(data.multiples.map(times))] : [false, allowed.noMargin],
    data.short ? [true, allowed.short(percent, lotsText(data.lendable))] : [false, allowed.noShort],
  ]
  return (
    <>
      <ul className={styles.list}>
        {rows.map(([isAllowed, text]) => (
          <li key={text} className={isAllowed ? undefined : styles.off}>
            <Icon name={isAllowed ? 'check' : 'close'} size={1} />
            <span>
              <span className="visually-hidden">{isAllowed ? allowed.yes : allowed.no}</span> {text}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{allowed.note(priceText(data.minPrice))}</p>
    </>
  )
}

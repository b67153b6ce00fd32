// The fills of one closed trade, added up on the phone and compared with the booked result.

import type { DataOf } from '@fairlot/contract'
import { Card, KeyValues, Note, Row, Section } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { countText, signedMoney } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import styles from '../Mentors.module.css'

type Fills = DataOf<'/mentors/fills'>

export const TradeView = () => {
  const search = useSearch()
  const read = useRead('/mentors/fills', {
    mentorId: search.get('id') ?? '',
    tradeId: search.get('trade') ?? '',
  })
  return (
    <RouteScreen>
      <Answered read={read}>
        {(trade) => (
          <div className={styles.panel}>
            <Lines fills={trade.fills} />
            <Sum trade={trade} />
          </div>
        )}
      </Answered>
    </RouteScreen>
  )
}

const Lines = ({ fills }: Pick<Fills, 'fills'>) => {
  const texts = mentorsTexts.use().fills
  const moment = useMoment()
  return (
    <Section title={texts.title} small className={styles.group}>
      <Card rows>
        {fills.map(({ fillId, side, price, quantity, at }) => (
          <Row
            key={fillId}
            title={texts.sides[side]}
            caption={moment(at)}
            value={
              <span className={`num ${styles.figure}`}>
                {texts.line(formatPrice(BigInt(price)), countText(quantity))}
              </span>
            }
          />
        ))}
      </Card>
    </Section>
  )
}

const Sum = ({ trade: { fills, interest, offered, realised } }: { readonly trade: Fills }) => {
  const texts = mentorsTexts.use().fills
  const of = (side: 'buy' | 'sell'): bigint =>
    fills
      .filter((fill) => fill.side === side)
      .reduce((all, { price, quantity }) => all + BigInt(price) * BigInt(quantity), 0n)
  const cost = fills.reduce(
    (all, { fee, tax, borrowFee }) => all + BigInt(fee) + BigInt(tax) + BigInt(borrowFee),
    0n,
  )
  const sum = of('sell') - of('buy') - cost - BigInt(interest) - BigInt(offered)
  const isSame = sum === BigInt(realised)
  return (
    <>
      <Card pad>
        <KeyValues
          items={[
            { key: 'sell', label: texts.sides.sell, value: formatMoney(of('sell')) },
            { key: 'buy', label: texts.sides.buy, value: formatMoney(-of('buy')) },
            { key: 'cost', label: texts.cost, value: formatMoney(-cost) },
            ...(interest === '0'
              ? []
              : [{ key: 'interest', label: texts.interest, value: formatMoney(-BigInt(interest)) }]),
            ...(offered === '0'
              ? []
              : [{ key: 'offered', label: texts.offered, value: formatMoney(-BigInt(offered)) }]),
            { key: 'sum', label: texts.sum, value: signedMoney(sum), sum: true },
            { key: 'booked', label: texts.booked, value: signedMoney(realised) },
          ]}
        />
      </Card>
      <Note tone={isSame ? 'brand' : 'crit'}>{isSame ? texts.same : texts.differs}</Note>
    </>
  )
}

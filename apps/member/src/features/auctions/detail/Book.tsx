// The prices of an opened auction, the highest first, where the lots ended, and where the member's bids are.

import type { ReactNode } from 'react'
import { Card, cx } from '@fairlot/ui'
import { formatPrice } from '@fairlot/money'
import { type Bid, countText, type Detail } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import styles from './Book.module.css'

type Band = Detail['bands'][number]
const shown = ({ asked, awarded }: Band): number => (awarded > 0 ? awarded : asked)

export const Book = ({ detail: { auction, bids, bands } }: { readonly detail: Detail }) => {
  const all = auctionsTexts.use()
  const texts = all.book
  const lots = (count: number): string => all.lots(countText(count))
  const widest = Math.max(1, ...bands.map(shown))
  const won = auction.result?.lots ?? 0
  const last = bands.findLastIndex(({ awarded }) => awarded > 0)
  return (
    <Card pad as="section" className={styles.book}>
      <div className={styles.head}>
        <h2>{texts.title}</h2>
        <span>{texts.sum(countText(auction.bids), lots(won))}</span>
      </div>
      <table>
        <caption className="visually-hidden">{texts.title}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{texts.price}</th>
            <th scope="col">{texts.yours}</th>
            <th scope="col">{texts.lots}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map((band, n) => {
            const { from, to, awarded } = band
            const isLost = awarded === 0
            return (
              <Row key={from} ending={n === last && won === auction.lots ? texts.end(lots(won)) : undefined}>
                <th scope="row" className={cx(isLost && styles.lost)}>
                  {from === to
                    ? formatPrice(BigInt(to))
                    : texts.range(formatPrice(BigInt(from)), formatPrice(BigInt(to)))}
                </th>
                <td className={cx(styles.track, isLost && styles.lost)}>
                  <i style={{ width: `${(shown(band) * 100) / widest}%` }} />
                  <OwnIn band={band} bids={bids} isLast={n === last} />
                </td>
                <td className={styles.lots}>{countText(shown(band))}</td>
              </Row>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

const Row = ({ ending, children }: { readonly ending: string | undefined; readonly children: ReactNode }) => (
  <>
    <tr>{children}</tr>
    {ending === undefined ? null : (
      <tr>
        <td colSpan={3}>
          <span className={styles.end}>{ending}</span>
        </td>
      </tr>
    )}
  </>
)

interface OwnProps {
  readonly band: Band
  readonly bids: readonly Bid[]
  /** The lowest price that won. */
  readonly isLast: boolean
}

const OwnIn = ({ band, bids, isLast }: OwnProps) => {
  const all = auctionsTexts.use()
  const texts = all.book
  const lots = (count: number): string => all.lots(countText(count))
  const own = bids.filter(
    ({ price, rank }) =>
      rank !== null &&
      price !== null &&
      BigInt(price) >= BigInt(band.from) &&
      BigInt(price) <= BigInt(band.to),
  )
  const [first] = own
  if (first === undefined) return null
  const got = own.reduce((sum, { awarded }) => sum + awarded, 0)
  const price = formatPrice(BigInt(first.price!))
  const text = ((): string => {
    if (isLast && band.asked > band.awarded)
      return texts.short(lots(band.asked), lots(band.awarded), countText(got))
    if (own.length > 1) return texts.several(countText(own.length))
    return got === 0 ? texts.ownLost(price) : texts.own(price, lots(first.lots ?? 0))
  })()
  return <span>{text}</span>
}

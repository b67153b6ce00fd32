// A bid: price and lots stay on the phone; the ceiling and the deposit are what the platform learns. Then the fund password.

import { Button, KeyValues, LinkButton, Note, Segments, Sheet, Stepper } from '@fairlot/ui'
import { canCheck } from '@fairlot/app-shell/browser-tools'
import { formatMoney, formatPrice, parsePrice } from '@fairlot/money'
import { ceilingFor, depositOf } from '@fairlot/rules/auctions'
import { floorToTick, stepPrice, tickAt } from '@fairlot/rules/instruments'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { FundPasswordSheet } from '#features/funds'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { cash, countText, type Detail, knownBid, rateText, shareText } from '../figures.ts'
import { auctionsTexts } from '../texts/index.ts'
import { useSendBid } from './use-send-bid.ts'
import styles from '../Auctions.module.css'

const rooms = ['tight', 'half', 'double'] as const
type Room = (typeof rooms)[number]
/** In halves of the amount. */
const halves: Record<Room, bigint> = { tight: 2n, half: 3n, double: 4n }
const lot = 1_000

const priceOf = (text: string): number | undefined => {
  const parsed = parsePrice(text)
  return parsed.ok ? floorToTick('stock', Number(parsed.value)) : undefined
}

export const BidSheet = ({ detail, onClose }: { readonly detail: Detail; readonly onClose: () => void }) => {
  const { auction, available, hasFundPassword } = detail
  const all = auctionsTexts.use()
  const texts = all.sheet
  const shell = shellTexts.use()
  const language = useLanguage()
  const moment = useMoment()
  const [price, setPrice] = useState(Number(auction.floorPrice))
  const [lots, setLots] = useState(auction.minLots)
  const [room, setRoom] = useState<Room>('tight')
  const [isConfirmed, setConfirmed] = useState(false)
  const amount = BigInt(price) * BigInt(lots * lot)
  const ceiling = ceilingFor((amount * halves[room]) / 2n)
  const deposit = depositOf(ceiling, auction.deposit)
  const held = deposit + BigInt(auction.fee)
  const short = held - BigInt(available)
  const send = useSendBid(detail, { price, lots, ceiling })
  if (isConfirmed) {
    const line = all.record.line(formatPrice(BigInt(price)), all.lots(countText(lots)))
    return <FundPasswordSheet lead={texts.confirm(line, cash(held))} onClose={onClose} onSend={send} />
  }
  const isPossible = canCheck()
  const rest = formatMoney(amount - depositOf(amount, auction.deposit))
  const warning = texts.warning(moment(auction.payBy), rest, formatMoney(deposit))
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.title(auction.name[language], auction.symbol)}
      closeLabel={shell.close}
      footer={
        hasFundPassword ? (
          <Button wide disabled={short > 0n || !isPossible} onPress={() => setConfirmed(true)}>
            {short > 0n ? texts.short(cash(short)) : texts.send(cash(held))}
          </Button>
        ) : (
          <LinkButton wide href="/user/setPassword">
            {texts.set}
          </LinkButton>
        )
      }
    >
      <div className={styles.stack}>
        <p className={styles.small}>{texts.when(moment(auction.closesAt), moment(auction.opensAt))}</p>
        <div className={styles.pair}>
          <Stepper
            label={texts.price}
            value={price}
            onChange={setPrice}
            min={Number(auction.floorPrice)}
            move={(value, way) => stepPrice('stock', value, way)}
            format={(value) => formatPrice(BigInt(value))}
            parse={priceOf}
            texts={texts}
            compact
            hint={texts.floor(
              formatPrice(BigInt(auction.floorPrice)),
              formatPrice(BigInt(tickAt('stock', price))),
            )}
          />
          <Stepper
            label={texts.lots}
            value={lots}
            onChange={setLots}
            min={auction.minLots}
            max={auction.maxLots}
            unit={texts.unit}
            texts={texts}
            compact
            hint={texts.bounds(all.shares(countText(lots * lot)), all.lots(countText(auction.maxLots)))}
          />
        </div>
        <Total detail={detail} lots={lots} />
        <div className={styles.meter}>
          <p className={styles.between}>
            <span>{texts.ceiling}</span>
            <b className="num">{formatMoney(ceiling)}</b>
          </p>
          <Segments
            label={texts.room.label}
            value={room}
            onChange={setRoom}
            items={rooms.map((value) => ({ value, label: texts.room[value] }))}
          />
          <p className={styles.small}>{texts.ceilingText}</p>
        </div>
        <KeyValues
          dense
          items={[
            {
              key: 'amount',
              label: (
                <Named name={texts.amount} how={`${formatPrice(BigInt(price))} × ${countText(lots * lot)}`} />
              ),
              value: formatMoney(amount),
            },
            { key: 'deposit', label: texts.deposit(rateText(auction.deposit)), value: formatMoney(deposit) },
            {
              key: 'fee',
              label: <Named name={texts.fee} how={texts.feeKept} />,
              value: formatMoney(auction.fee),
            },
            { key: 'held', label: texts.held, value: cash(held), sum: true },
          ]}
        />
        <Funds available={BigInt(available)} held={held} />
        <Note tone="warn">
          {warning.due}
          <b>{warning.forfeit}</b>
          {warning.lost}
        </Note>
        <p className={styles.small}>{texts.phone}</p>
        {isPossible ? null : <Note tone="crit">{texts.impossible}</Note>}
        {hasFundPassword ? null : (
          <Note tone="warn" icon="lock">
            {texts.unset}
          </Note>
        )}
      </div>
    </Sheet>
  )
}

const Named = ({ name, how }: { readonly name: string; readonly how: string }) => (
  <>
    {name} <span className={styles.how}>{how}</span>
  </>
)

/** All bids of the member in this auction and this one, when the phone knows them all. */
const Total = ({ detail: { auction, bids }, lots }: { readonly detail: Detail; readonly lots: number }) => {
  const all = auctionsTexts.use()
  const texts = all.sheet
  const known = bids.filter(({ state }) => state === 'sealed').map(knownBid)
  if (known.includes(undefined)) return null
  const total = known.reduce((sum, bid) => sum + (bid?.lots ?? 0), lots)
  return (
    <div className={styles.meter}>
      <p className={styles.between}>
        <span>{texts.total}</span>
        <span className={styles.small}>
          {texts.ofCap(countText(total), all.lots(countText(auction.capLots)), shareText(auction))}
        </span>
      </p>
      <Bar share={(total * 100) / auction.capLots} />
    </div>
  )
}

const Bar = ({ share }: { readonly share: number }) => (
  <div className={styles.bar} aria-hidden="true">
    <i style={{ width: `${Math.min(share, 100)}%` }} />
  </div>
)

const Funds = ({ available, held }: { readonly available: bigint; readonly held: bigint }) => {
  const texts = auctionsTexts.use().sheet
  const rest = available - held
  const share = available <= 0n ? 100 : Number((held * 100n) / available)
  return (
    <div className={styles.meter}>
      <Bar share={share} />
      <p className={styles.between}>
        <span className={styles.small}>{texts.available(formatMoney(available))}</span>
        <span className={styles.small}>
          {rest < 0n ? texts.short(cash(-rest)) : texts.after(formatMoney(rest))}
        </span>
      </p>
    </div>
  )
}

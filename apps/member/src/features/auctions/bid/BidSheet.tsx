// A bid: price and lots stay on the phone; the ceiling and the deposit are what the platform learns. Then the fund password.

import { Button, KeyValues, LinkButton, Note, Segments, Sheet, Stepper } from '@fairlot/ui'
import { canCheck } from '@fairlot/app-shell/browser-tools'
import { formatMoney, formatPrice, parsePrice } from '@fairlot/money'
import { ceilingFor, depositOf } from '@fairlot/rules/auctions'
import { floorToTick, stepPrice } from '@fairlot/rules/instruments'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { FundPasswordSheet } from '#features/funds'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { cash, countText, type Detail, rateText } from '../figures.ts'
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
  if (isConfirmed) return <FundPasswordSheet lead={texts.send(cash(held))} onClose={onClose} onSend={send} />
  const isPossible = canCheck()
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
            hint={texts.floor(formatPrice(BigInt(auction.floorPrice)))}
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
        <Segments
          label={texts.room.label}
          value={room}
          onChange={setRoom}
          items={rooms.map((value) => ({ value, label: texts.room[value] }))}
        />
        <p className={styles.small}>{texts.ceilingText}</p>
        <KeyValues
          dense
          items={[
            { key: 'amount', label: texts.amount, value: formatMoney(amount) },
            { key: 'ceiling', label: texts.ceiling, value: formatMoney(ceiling) },
            { key: 'deposit', label: texts.deposit(rateText(auction.deposit)), value: formatMoney(deposit) },
            { key: 'fee', label: `${texts.fee} · ${texts.feeKept}`, value: formatMoney(auction.fee) },
            { key: 'held', label: texts.held, value: cash(held), sum: true },
          ]}
        />
        <Funds available={BigInt(available)} held={held} />
        <Note tone="warn">
          {texts.warning(moment(auction.payBy))} {texts.lost}
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

const Funds = ({ available, held }: { readonly available: bigint; readonly held: bigint }) => {
  const texts = auctionsTexts.use().sheet
  const rest = available - held
  const share = available <= 0n ? 100 : Number((held * 100n) / available)
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
      <p className={styles.between}>
        <span className={styles.small}>{texts.available(formatMoney(available))}</span>
        <span className={styles.small}>
          {rest < 0n ? texts.short(cash(-rest)) : texts.after(formatMoney(rest))}
        </span>
      </p>
    </>
  )
}

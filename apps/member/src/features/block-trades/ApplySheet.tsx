import { Button, cx, Field, Icon, Sheet, Stepper } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { lotSize } from '@fairlot/rules/instruments'
import { priceText, shortNameIn } from '#features/market-data'
import { CostLines, ordersTexts, rateText } from '#features/orders'
import { useHideAmounts } from '#shell/appearance.ts'
import { useDay } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { ListingPrices } from './ListingPrices.tsx'
import { blockTradesTexts } from './texts/index.ts'
import { useApply } from './use-apply.ts'
import type { Listing, Listings } from './use-block-trades.ts'
import styles from './BlockTrades.module.css'

interface Props {
  readonly day: Listings
  readonly listing: Listing
  readonly onClose: () => void
  readonly onSent: () => void
}

const count = (value: number): string => value.toLocaleString('en-US')

/** How many lots, what they cost and hold, and the seller's password. */
export const ApplySheet = ({ day, listing, onClose, onSent }: Props) => {
  const texts = blockTradesTexts.use()
  const { sheet } = texts
  const shell = shellTexts.use()
  const steps = ordersTexts.use().lots
  const language = useLanguage()
  const form = useApply({ day, listing, onClose, onSent })
  const { lots, cost } = form
  const name = shortNameIn(language, listing)
  const total = formatMoney(cost.total)
  return (
    <Sheet
      open
      onClose={onClose}
      title={sheet.title(name)}
      closeLabel={shell.close}
      subject={
        <span className={styles.subject}>
          <b>
            {sheet.title(name)} <span className="num">{listing.symbol}</span>
          </b>
          <small>{sheet.seller(listing.seat[language], count(listing.leftLots))}</small>
        </span>
      }
      footer={
        <Button wide loading={form.busy} disabled={!form.canSend} onPress={form.send}>
          {sheet.send(count(lots), total)}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <div className={styles.panel}>
          <ListingPrices listing={listing} />
        </div>
        <div className={styles.top}>
          <span>{sheet.lots}</span>
          <span>{sheet.bounds(count(listing.minLots), count(listing.maxLots))}</span>
        </div>
        <Stepper
          label={sheet.lots}
          value={lots}
          onChange={form.setLots}
          min={listing.minLots}
          max={Math.min(listing.maxLots, listing.leftLots)}
          unit={steps.unit(lots)}
          texts={{ less: steps.fewer, more: steps.more }}
          hint={
            <span className={cx(styles.top, styles.whole)}>
              <span>{lots === listing.minLots ? sheet.smallest : ''}</span>
              <span>{sheet.shares(count(lots * lotSize))}</span>
            </span>
          }
        />
        <CostLines
          lines={[
            {
              key: 'value',
              label: sheet.value,
              how: `${priceText(listing.price)} × ${count(lots * lotSize)}`,
              value: formatMoney(cost.value),
            },
            { key: 'fee', label: sheet.fee, how: rateText(day.brokerage), value: formatMoney(cost.fee) },
            { key: 'held', label: sheet.held, value: `NT$${total}`, sum: true },
          ]}
        />
        <Funds available={BigInt(day.available)} total={cost.total} />
        <When day={day} />
        <Field
          {...form.password}
          label={sheet.password}
          aside={<span className={styles.small}>{sheet.passwordFrom}</span>}
          type="password"
          reveal={sheet.reveal}
          required
        />
        {form.problem === undefined ? (
          <p className={styles.small}>{form.isUnknown ? sheet.unknown : sheet.note(total)}</p>
        ) : (
          <p className={styles.problem} role="alert">
            {form.problem}
          </p>
        )}
      </div>
    </Sheet>
  )
}

/** The part of the available funds that the application would hold. */
const Funds = ({ available, total }: { readonly available: bigint; readonly total: bigint }) => {
  const { sheet } = blockTradesTexts.use()
  const hidden = useHideAmounts()
  const isShort = total > available
  const percent = available === 0n || isShort ? 100 : Number((total * 100n) / available)
  const text = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount))
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${percent}%` }} data-short={isShort || undefined} />
      </div>
      <div className={styles.top}>
        <span>
          {sheet.available} {text(available)}
        </span>
        <span>{isShort ? sheet.short : `${sheet.after} ${text(available - total)}`}</span>
      </div>
    </div>
  )
}

const When = ({ day }: { readonly day: Listings }) => {
  const { sheet } = blockTradesTexts.use()
  const dayText = useDay()
  return (
    <div className={styles.top}>
      <span className={styles.clock}>
        <Icon name="clock" size={1} />
        {day.usedToday >= day.perDay ? sheet.usedUp : sheet.today(day.usedToday + 1, day.perDay)}
      </span>
      <span>{sheet.settles(dayText(day.sellableOn))}</span>
    </div>
  )
}

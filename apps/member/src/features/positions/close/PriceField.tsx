import { PriceStepper, type TicketSource } from '#features/orders'
import { priceText } from '#features/market-data'
import type { PositionRow } from '../figures.ts'
import type { CloseDraft } from './draft.ts'
import { closeTexts } from './texts/index.ts'
import { useProblemText } from './use-problem-text.ts'
import styles from './CloseSheet.module.css'

interface Props {
  readonly direction: PositionRow['direction']
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly onChange: (part: Partial<CloseDraft>) => void
}

/** The limit price, or what a market order does instead. */
export const PriceField = ({ direction, draft, source, onChange }: Props) => {
  const texts = closeTexts.use()
  const problemText = useProblemText()
  const { facts, live } = source
  if (draft.type === 'market') return <p className={styles.hint}>{texts.marketHint[direction]}</p>
  return (
    <PriceStepper
      kind={facts.kind}
      value={draft.price}
      lower={facts.lower}
      upper={facts.upper}
      onChange={(price) => onChange({ price })}
      hint={texts.best(priceText(live.bids[0]?.[0] ?? null), priceText(live.asks[0]?.[0] ?? null))}
      error={problemText.price(draft.price, facts)}
    />
  )
}

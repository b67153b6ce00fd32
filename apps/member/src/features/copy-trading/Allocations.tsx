// The part of this copy in each parent order, newest first. No share is a line too, with its reason.

import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice } from '@fairlot/money'
import { Button, Card, Note, Row, Section } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { orderPath } from '#features/orders'
import { useHideAmounts } from '#shell/appearance.ts'
import { useMoment } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import type { usePaged } from '#shell/paged.ts'
import { countText } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const AllocationProof = lazy(() =>
  import('./AllocationProof.tsx').then((file) => ({ default: file.AllocationProof })),
)

type Read = ReturnType<typeof usePaged<'/copy-trading/read'>>
type Allocation = DataOf<'/copy-trading/read'>['allocations'][number]

/** Nothing before the mentor's first order. */
export const Allocations = ({ read }: { readonly read: Read }) => {
  const texts = copyTradingTexts.use().allocations
  const copyId = read.data?.[0]?.copy.copyId ?? ''
  const list = read.data?.flatMap(({ allocations }) => allocations) ?? []
  if (list.length === 0) return null
  return (
    <Section
      title={texts.title}
      small
      className={styles.group}
      aside={<span className={styles.aside}>{texts.samePrice}</span>}
    >
      <Card rows>
        {list.map((allocation) => (
          <div key={allocation.blockId}>
            <AllocationRow allocation={allocation} />
            {allocation.state === 'done' ? <Proof copyId={copyId} allocation={allocation} /> : null}
          </div>
        ))}
      </Card>
      <MoreButton read={read}>{texts.more}</MoreButton>
      <Note>{texts.zeroNote}</Note>
    </Section>
  )
}

interface ProofProps {
  readonly copyId: string
  readonly allocation: Allocation
}

/** Opened rarely: it loads and recomputes when it is asked for. */
const Proof = ({ copyId, allocation }: ProofProps) => {
  const texts = copyTradingTexts.use().proof
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <div className={styles.proof}>
        <Button kind="quiet" small onPress={() => setOpen(true)}>
          {texts.open}
        </Button>
      </div>
    )
  return (
    <div className={styles.proof}>
      <Suspense>
        <AllocationProof copyId={copyId} allocation={allocation} />
      </Suspense>
    </div>
  )
}

/** At the one average price, to the nearest cent. */
const averageOf = ({ filledValue, shares }: Allocation): string =>
  formatPrice((BigInt(filledValue) + BigInt(shares) / 2n) / BigInt(shares))

const AllocationRow = ({ allocation }: { readonly allocation: Allocation }) => {
  const texts = copyTradingTexts.use().allocations
  const language = useLanguage()
  const hidden = useHideAmounts()
  const moment = useMoment()
  const { at, side, symbol, name, state, place, copies, orderId, planned, shares, fee, tax, reason } =
    allocation
  const costs = BigInt(fee) + BigInt(tax)
  return (
    <Row
      href={orderId === null ? undefined : orderPath(orderId)}
      title={
        <>
          {name[language]} <small className="num">{symbol}</small>
        </>
      }
      caption={
        <span className={styles.caption}>
          <span>{texts.place(moment(at), countText(place), countText(copies))}</span>
          <span>
            {reason === null
              ? state === 'done'
                ? texts.filled(countText(shares), countText(planned))
                : texts.running(countText(shares), countText(planned))
              : texts.reasons[reason]}
          </span>
        </span>
      }
      value={
        <span className={styles.two}>
          <span className={`num ${styles.figure}`}>
            {shares === 0
              ? reason === null && state !== 'done'
                ? texts.sides[side]
                : texts.none(texts.sides[side])
              : texts.shares(texts.sides[side], countText(shares))}
          </span>
          {shares === 0 ? null : (
            <span className={`num ${styles.figure}`}>{texts.times(averageOf(allocation))}</span>
          )}
          {costs === 0n ? null : (
            <span className="num">{texts.costs(hidden ? '••••' : formatMoney(costs))}</span>
          )}
        </span>
      }
    />
  )
}

// Everything under the result; it loads a moment later.

import type { DataOf } from '@fairlot/contract'
import { Suspense } from 'react'
import { DividendLine } from '#features/corporate-actions'
import type { Ground } from '../figures.ts'
import { Evidence } from './Evidence.tsx'
import { Facts } from './Facts.tsx'
import { ForcedClose } from './ForcedClose.tsx'
import { Secured } from './Secured.tsx'
import { Sums } from './Sums.tsx'
import { Trades } from './Trades.tsx'

interface Props {
  readonly detail: DataOf<'/positions/readPosition'>
  readonly last: number | null
  readonly ground: Ground | undefined
  readonly lock: string | undefined
}

export const Below = ({ detail, last, ground, lock }: Props) => {
  const { position: row } = detail
  const isOpen = row.state !== 'closed'
  return (
    <>
      {isOpen ? (
        <Suspense fallback={null}>
          <DividendLine symbol={row.symbol} />
        </Suspense>
      ) : null}
      {row.reason === 'liquidated' && !isOpen ? (
        <ForcedClose detail={detail} />
      ) : (
        <Sums row={row} last={last} ground={ground} />
      )}
      {isOpen && (row.direction === 'short' || BigInt(row.loan) > 0n) ? (
        <Secured row={row} last={last} ground={ground} />
      ) : null}
      <Evidence fills={detail.fills} />
      <Trades detail={detail} />
      <Facts row={row} last={last} lock={lock} />
    </>
  )
}

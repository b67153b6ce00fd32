import { StatusChip } from '@fairlot/ui'
import { useNow } from '#shell/live/use-now.ts'
import { isFull, type Product } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'

const dayMs = 86_400_000

interface Props {
  readonly product: Product
  readonly isOffered: boolean
}

/** Whether money can be put in, and why not. */
export const ProductChip = ({ product, isOffered }: Props) => {
  const texts = copyTradingTexts.use().products
  const now = useNow(60_000)
  if (product.copyId !== null) return <StatusChip tone="brand">{texts.mine}</StatusChip>
  if (!isOffered) return <StatusChip>{texts.notOpen}</StatusChip>
  if (isFull(product)) return <StatusChip>{texts.full}</StatusChip>
  if (!product.isOpen) return <StatusChip>{texts.closed}</StatusChip>
  return Date.parse(product.deadline) - now < dayMs ? (
    <StatusChip tone="warn">{texts.soon}</StatusChip>
  ) : (
    <StatusChip tone="brand">{texts.open}</StatusChip>
  )
}

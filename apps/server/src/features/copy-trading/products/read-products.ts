import type { DataOf } from '@fairlot/contract/routes'
import { isCopyOpen } from '@fairlot/rules/copy-trading'
import { type Db, inSnapshot } from '#platform/db'
import { listProducts, type ProductRow } from './store.ts'

const maxProducts = 100

export const showProduct = (row: ProductRow, now: Date) => ({
  productId: row.id,
  name: { tw: row.nameTw, en: row.nameEn },
  mentor: { mentorId: row.mentorId, name: row.mentorName, level: row.level, isSimulated: row.isSimulated },
  minFollow: row.minFollow.toString(),
  maxTotal: row.maxTotal.toString(),
  total: row.total.toString(),
  termDays: row.termDays,
  deadline: row.deadline.toISOString(),
  endsOn: row.endsOn,
  isOpen: row.deadline > now && row.isMentorOpen && row.total + row.minFollow <= row.maxTotal,
})

export const readProducts = (
  db: Db,
  memberId: string,
  now: Date,
): Promise<DataOf<'/copy-trading/products'>> =>
  inSnapshot(db, async (tx) => ({
    products: (await listProducts(tx, memberId, now, maxProducts)).map((row) => ({
      ...showProduct(row, now),
      copyId: row.copyId,
    })),
    isOpen: isCopyOpen,
  }))

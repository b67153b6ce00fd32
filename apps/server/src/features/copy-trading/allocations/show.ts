import type { DataOf } from '@fairlot/contract/routes'
import { resultOf } from '@fairlot/rules/copy-trading'
import { valueAt } from '@fairlot/rules/orders'
import type { AllocationRow, CopiedPositionRow } from './store.ts'

type Read = DataOf<'/copy-trading/read'>

export function showPosition({
  nameTw,
  nameEn,
  cost,
  proceeds,
  ...row
}: CopiedPositionRow): Read['positions'][number] {
  const value = valueAt(row.price ?? 0, row.shares)
  return {
    ...row,
    name: { tw: nameTw, en: nameEn },
    cost: cost.toString(),
    proceeds: proceeds.toString(),
    value: value.toString(),
    result: resultOf({ cost, proceeds, value }).toString(),
  }
}

export const showAllocation = ({
  nameTw,
  nameEn,
  at,
  filledValue,
  fee,
  tax,
  ...row
}: AllocationRow): Read['allocations'][number] => ({
  ...row,
  name: { tw: nameTw, en: nameEn },
  at: at.toISOString(),
  filledValue: filledValue.toString(),
  fee: fee.toString(),
  tax: tax.toString(),
})

import { copyTradingRules } from './limits.ts'

export interface ProductTerms {
  readonly name: { readonly tw: string; readonly en: string }
  readonly minFollow: bigint
  readonly maxTotal: bigint
  readonly termDays: number
  readonly deadline: Date
}

const dayMs = 86_400_000
export const productBounds = { minName: 2, maxName: 40, maxDeadlineDays: 60 } as const

/** The name of the first field that is wrong; undefined when it can be published. */
export function productProblem(
  { name, minFollow, maxTotal, termDays, deadline }: ProductTerms,
  { levelMin, now }: { readonly levelMin: bigint; readonly now: Date },
): keyof ProductTerms | undefined {
  const { minName, maxName, maxDeadlineDays } = productBounds
  const isName = (text: string): boolean => text.trim().length >= minName && text.length <= maxName
  if (!isName(name.tw) || !isName(name.en)) return 'name'
  if (minFollow < levelMin || minFollow > BigInt(copyTradingRules.maxFollow.default)) return 'minFollow'
  if (maxTotal < minFollow || maxTotal > 1_000_000_000_000n) return 'maxTotal'
  if (termDays < 1 || termDays > copyTradingRules.productTermMax.default) return 'termDays'
  const ahead = deadline.getTime() - now.getTime()
  return ahead <= 0 || ahead > maxDeadlineDays * dayMs ? 'deadline' : undefined
}

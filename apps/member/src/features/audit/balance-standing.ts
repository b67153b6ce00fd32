import type { BalanceVerdict } from '@fairlot/proof'

type Standing = 'absent' | 'verified' | 'unsigned' | 'differs'

export function standingOfBalance({ leaves, path, signature, control }: BalanceVerdict): Standing {
  if ([leaves, path, signature, control].includes('wrong')) return 'differs'
  if (leaves === 'absent') return 'absent'
  return signature === 'unknown' ? 'unsigned' : 'verified'
}

/** Undefined when a part is missing. */
export const isBalanceRight = (verdict: BalanceVerdict): boolean | undefined => {
  const standing = standingOfBalance(verdict)
  return standing === 'verified' ? true : standing === 'differs' ? false : undefined
}

// What each step allows. The screens show this table and the server asks the same one, so neither can promise more.

export const identityDeeds = ['look', 'trade', 'deposit', 'bank-account', 'new-shares', 'withdraw'] as const
export type IdentityDeed = (typeof identityDeeds)[number]

export const identityTiers = ['registered', 'verified', 'paid-out'] as const
export type IdentityTier = (typeof identityTiers)[number]

export interface Tier {
  readonly tier: IdentityTier
  readonly isMine: boolean
  /** What this step adds to the one before. */
  readonly allows: readonly IdentityDeed[]
  readonly needs: readonly ('account' | 'identity' | 'own-card')[]
}

export interface Standing {
  readonly profile: 'tw' | 'practice'
  readonly isVerified: boolean
  readonly hasOwnCard: boolean
}

/** By the real rules nobody trades before he is known; with paper money everybody may. */
export function tiersOf({ profile, isVerified, hasOwnCard }: Standing): readonly Tier[] {
  const known: readonly IdentityDeed[] = ['bank-account', 'new-shares']
  const early: readonly IdentityDeed[] = ['trade', 'deposit']
  const mine: IdentityTier = !isVerified ? 'registered' : hasOwnCard ? 'paid-out' : 'verified'
  return [
    {
      tier: 'registered',
      isMine: mine === 'registered',
      allows: profile === 'practice' ? ['look', ...early] : ['look'],
      needs: ['account'],
    },
    {
      tier: 'verified',
      isMine: mine === 'verified',
      allows: profile === 'practice' ? known : [...early, ...known],
      needs: ['identity'],
    },
    { tier: 'paid-out', isMine: mine === 'paid-out', allows: ['withdraw'], needs: ['own-card'] },
  ]
}

/** Whether the step a member stands on, or one below it, allows the deed. */
export function mayDo(standing: Standing, deed: IdentityDeed): boolean {
  const tiers = tiersOf(standing)
  const mine = tiers.findIndex(({ isMine }) => isMine)
  return tiers.slice(0, mine + 1).some(({ allows }) => allows.includes(deed))
}

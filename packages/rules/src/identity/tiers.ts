// What each tier allows. Screens and server use this one table, so neither can promise more.

export const identityDeeds = ['view', 'trade', 'deposit', 'bank-account', 'new-shares', 'withdraw'] as const
export type IdentityDeed = (typeof identityDeeds)[number]

export const identityTiers = ['registered', 'verified', 'paid-out'] as const
export type IdentityTier = (typeof identityTiers)[number]

export interface Tier {
  readonly tier: IdentityTier
  readonly isMine: boolean
  /** What this tier adds to the one below. */
  readonly allows: readonly IdentityDeed[]
  readonly needs: readonly ('account' | 'identity' | 'own-card')[]
}

export interface Standing {
  readonly profile: 'tw' | 'practice'
  readonly isVerified: boolean
  readonly hasOwnCard: boolean
}

/** Under the real rules a member must be verified to trade; with practice money all members can. */
export function tiersOf({ profile, isVerified, hasOwnCard }: Standing): readonly Tier[] {
  const known: readonly IdentityDeed[] = ['bank-account', 'new-shares']
  const early: readonly IdentityDeed[] = ['trade', 'deposit']
  const mine: IdentityTier = !isVerified ? 'registered' : hasOwnCard ? 'paid-out' : 'verified'
  return [
    {
      tier: 'registered',
      isMine: mine === 'registered',
      allows: profile === 'practice' ? ['view', ...early] : ['view'],
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

/** Whether the member's tier, or a lower one, allows the action. */
export function mayDo(standing: Standing, deed: IdentityDeed): boolean {
  const tiers = tiersOf(standing)
  const mine = tiers.findIndex(({ isMine }) => isMine)
  return tiers.slice(0, mine + 1).some(({ allows }) => allows.includes(deed))
}

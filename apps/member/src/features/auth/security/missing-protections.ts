import type { DataOf } from '@fairlot/contract'

export const protections = ['authenticator', 'fundPassword', 'passkeys', 'deviceKey'] as const
export type Protection = (typeof protections)[number]

type Overview = DataOf<'/auth/securityOverview'>

/** Protections this account has not turned on, the most useful first. */
export const missingProtections = (overview: Overview): readonly Protection[] => {
  const present: Record<Protection, boolean> = {
    authenticator: overview.authenticator,
    fundPassword: overview.fundPasswordSet,
    passkeys: overview.passkeys > 0,
    deviceKey: overview.deviceKey,
  }
  return protections.filter((name) => !present[name])
}

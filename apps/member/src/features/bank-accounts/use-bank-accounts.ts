import type { DataOf } from '@fairlot/contract'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type BankAccount = DataOf<'/bank-accounts/list'>['bankAccounts'][number]
/** `coolingDown`: verified, but still in its cool-down. */
export type ShownState = 'pending' | 'verified' | 'coolingDown' | 'rejected'

/** The member's accounts, read again when one was decided or the required name changed. */
export const useBankAccounts = (options: { readonly quiet?: boolean } = {}) => {
  useMemberEvents(['bank-account.changed', 'identity.changed'], () => void refresh('/bank-accounts/list'))
  return useRead('/bank-accounts/list', {}, options)
}

export const shownStateOf = ({ state, usableFrom }: BankAccount, now: number): ShownState => {
  if (state === 'pending' || state === 'rejected') return state
  return usableFrom !== null && Date.parse(usableFrom) > now ? 'coolingDown' : 'verified'
}

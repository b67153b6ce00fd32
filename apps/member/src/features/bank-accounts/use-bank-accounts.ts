import { useEffect } from 'react'
import type { DataOf } from '@fairlot/contract'
import { onMemberEvent } from '#features/market-data'
import { refresh, useRead } from '#shell/data.ts'

export type BankAccount = DataOf<'/bank-accounts/list'>['bankAccounts'][number]
/** `resting`: verified, but still in its cool-down. */
export type ShownState = 'pending' | 'verified' | 'resting' | 'rejected'

const kinds = ['bank-account.changed', 'identity.changed']

/** The member's accounts, read again when one was decided or the required name changed. */
export const useBankAccounts = (options: { readonly quiet?: boolean } = {}) => {
  useEffect(() => {
    const again = () => void refresh('/bank-accounts/list')
    const stops = kinds.map((kind) => onMemberEvent(kind, again, again))
    return () => stops.forEach((stop) => stop())
  }, [])
  return useRead('/bank-accounts/list', {}, options)
}

export const shownStateOf = ({ state, usableFrom }: BankAccount, now: number): ShownState => {
  if (state === 'pending' || state === 'rejected') return state
  return usableFrom !== null && Date.parse(usableFrom) > now ? 'resting' : 'verified'
}

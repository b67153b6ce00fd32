import { useEffect } from 'react'
import type { DataOf } from '@fairlot/contract'
import { onOwn } from '#features/market-data'
import { refresh, useRead } from '#shell/data.ts'

export type BankAccount = DataOf<'/bank-accounts/list'>['bankAccounts'][number]
/** `resting`: verified, and money may not go there yet. */
export type ShownState = 'pending' | 'verified' | 'resting' | 'rejected'

const kinds = ['bank-account.changed', 'identity.changed']

/** The member's accounts, read again when one of them was decided, or the name they must be in. */
export const useBankAccounts = (options: { readonly quiet?: boolean } = {}) => {
  useEffect(() => {
    const again = () => void refresh('/bank-accounts/list')
    const stops = kinds.map((kind) => onOwn(kind, again, again))
    return () => stops.forEach((stop) => stop())
  }, [])
  return useRead('/bank-accounts/list', {}, options)
}

export const shownStateOf = ({ state, usableFrom }: BankAccount, now: number): ShownState => {
  if (state === 'pending' || state === 'rejected') return state
  return usableFrom !== null && Date.parse(usableFrom) > now ? 'resting' : 'verified'
}

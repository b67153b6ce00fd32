import { deviceStorage, storageIn, type TextStorage } from '@fairlot/app-shell/storage'

export type StorageKey =
  | 'tokend'
  | 'account'
  | 'lang'
  | 'theme'
  | 'updown'
  | 'hide-amounts'
  | 'onboarded'
  | 'search-history'
  | 'order-draft'
  | 'order-sending'
  | 'close-sending'
  | 'withdrawal-sending'
  | 'last-viewed'
  | 'positions-by'
  | 'chart-hint'
  | 'positions-shown'
  | 'auction-bids'
  | 'findings'
  | 'unlock'

export const { read, write }: TextStorage<StorageKey> = deviceStorage

/** Ends with the tab. */
export const tabStorage: TextStorage<'identity-draft' | 'launch-link'> = storageIn(() => sessionStorage)

/** The specification requires that these three keys be removed with the root view. This app never writes them. */
const rootViewKeys = ['tklm', 'zjkm', 'hklm'] as const

export const dropRootViewKeys = (): void => {
  for (const key of rootViewKeys) deviceStorage.write(key, null)
}

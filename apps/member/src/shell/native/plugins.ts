// The plugin border: every call that crosses to the native side. apps/native implements the four Fairlot plugins in Java
// and Swift; `npm run check -- native` compares the names of plugins and methods.

import { registerPlugin } from '@capacitor/core'

interface Named {
  readonly name: string
}

/** Keys in the Android Keystore or the Secure Enclave: P-256, never readable, never in a backup. */
export interface KeysPlugin {
  /** Replaces a key of the same name. Base64: SPKI, or the 65 bytes of the point. */
  create(options: Named): Promise<{ publicKey: string }>
  /** Marks the key as enrolled; `read` answers only then. */
  keep(options: Named & { readonly id: string }): Promise<void>
  read(options: Named): Promise<{ publicKey?: string; id?: string }>
  /** Signs the UTF-8 bytes with ECDSA and SHA-256. Base64 of the DER signature. */
  sign(options: Named & { readonly text: string }): Promise<{ signature: string }>
  remove(options: Named): Promise<void>
}

/** Values that only a face or a finger enrolled now can open. */
export interface VaultPlugin {
  availability(): Promise<{ isAvailable: boolean }>
  has(options: Named): Promise<{ isKept: boolean }>
  keep(options: Named & { readonly value: string }): Promise<void>
  /** Rejects with the code `lost` when the value can never be opened again, otherwise with `refused`. */
  open(options: Named & { readonly title: string; readonly cancel: string }): Promise<{ value: string }>
  remove(options: Named): Promise<void>
}

export interface ScreenPlugin {
  /** While secret, the screen is not in screenshots, recordings or the list of open apps. */
  setSecret(options: { readonly isSecret: boolean }): Promise<void>
}

/** Web Push for an app: the phone's push service gives an address, and the content is encrypted to the phone. */
export interface PushPlugin {
  availability(): Promise<{ isAvailable: boolean }>
  subscribe(options: {
    readonly publicKey: string
  }): Promise<{ endpoint: string; p256dh: string; auth: string }>
  unsubscribe(): Promise<void>
}

export const keysPlugin = registerPlugin<KeysPlugin>('FairlotKeys')
export const vaultPlugin = registerPlugin<VaultPlugin>('FairlotVault')
export const screenPlugin = registerPlugin<ScreenPlugin>('FairlotScreen')
export const pushPlugin = registerPlugin<PushPlugin>('FairlotPush')

// What the app asks of the phone inside the native wrapper. In a browser there is no port, and the app does what it
// always did. Only start-wrapper.ts sets it, which is loaded in the wrapper alone.

import type { PushAddress } from '@fairlot/app-shell/push'
import type { Store } from '@fairlot/ui/store'
import type { ComponentType, ReactNode } from 'react'

/** Around all pages: locks them, and blocks screenshots of secret ones. */
export type Frame = ComponentType<{ readonly children: ReactNode }>

/** A key that signs for one member. It cannot be read out, in the browser or in the wrapper. */
export interface DeviceKey {
  /** The public key, SPKI in base64url. */
  readonly publicKey: string
  /** The server's id of the key; undefined for a key enrolled before the phone stored its id. */
  readonly id: string | undefined
  /** The signature, r and s in base64url. */
  readonly sign: (text: string) => Promise<string>
}

export interface NewDeviceKey extends DeviceKey {
  /** Stores the key for use, once the server has accepted it. */
  readonly keep: (id: string) => Promise<void>
}

export interface DeviceKeys {
  readonly read: (memberId: string) => Promise<DeviceKey | null>
  readonly make: (memberId: string) => Promise<NewDeviceKey>
  readonly drop: (memberId: string) => Promise<void>
}

/** Opening the kept session with face or fingerprint. */
export interface Unlock {
  readonly isOn: Store<boolean>
  /** False when the person or the phone refuses. */
  readonly turnOn: () => Promise<boolean>
  readonly turnOff: () => Promise<void>
}

export interface NativePush {
  /** Null when the person or the phone's push service refuses. */
  readonly subscribe: (publicKey: string) => Promise<PushAddress | null>
  readonly unsubscribe: () => Promise<void>
}

export interface NativePort {
  readonly keys: DeviceKeys
  /** Null on a phone without face or fingerprint. */
  readonly unlock: Unlock | null
  /** Null on a phone without a push service that this wrapper can use. */
  readonly push: NativePush | null
}

let port: NativePort | undefined

export const nativePort = (): NativePort | undefined => port

export const setNativePort = (next: NativePort): void => {
  port = next
}

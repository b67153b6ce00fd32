// The key of this device: in the phone's key store inside the native wrapper, otherwise in the browser.

import { nativePort, type DeviceKey, type DeviceKeys, type NewDeviceKey } from '#shell/native/port.ts'
import { webDeviceKeys } from './web-device-keys.ts'

const keys = (): DeviceKeys => nativePort()?.keys ?? webDeviceKeys

/** This device's key for the member, or null. */
export const readDeviceKey = (memberId: string): Promise<DeviceKey | null> => keys().read(memberId)

/** A new key, not in use yet: it is kept once the server has accepted it. */
export const makeDeviceKey = (memberId: string): Promise<NewDeviceKey> => keys().make(memberId)

export const dropDeviceKey = (memberId: string): Promise<void> => keys().drop(memberId)

/** The text the server requires signed on enrolment: it binds the key to the member. */
export const enrolmentText = (memberId: string, publicKey: string): string =>
  `fairlot-device-key:${memberId}:${publicKey}`

/** For people to compare: the first and last eight characters of the key's SHA-256. */
export const fingerprintOf = async (publicKey: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

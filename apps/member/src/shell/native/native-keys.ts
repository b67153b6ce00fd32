// The device key in the phone's own key store. Nothing of it is in IndexedDB or localStorage.

import { rawSignatureOf, spkiOf } from './key-encoding.ts'
import type { KeysPlugin } from './plugins.ts'
import type { DeviceKey, DeviceKeys } from './port.ts'

export const createNativeKeys = (plugin: KeysPlugin): DeviceKeys => {
  const usable = (name: string, publicKey: string, id: string | undefined): DeviceKey => ({
    id,
    publicKey: spkiOf(publicKey),
    sign: async (text) => rawSignatureOf((await plugin.sign({ name, text })).signature),
  })
  return {
    read: async (name) => {
      const { publicKey, id } = await plugin.read({ name })
      return publicKey === undefined || id === undefined ? null : usable(name, publicKey, id)
    },
    make: async (name) => ({
      ...usable(name, (await plugin.create({ name })).publicKey, undefined),
      keep: (id) => plugin.keep({ name, id }),
    }),
    drop: (name) => plugin.remove({ name }),
  }
}

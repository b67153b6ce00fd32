import type { PushPlugin } from './plugins.ts'
import type { NativePush } from './port.ts'

export const createNativePush = (plugin: PushPlugin): NativePush => ({
  subscribe: (publicKey) => plugin.subscribe({ publicKey }).catch(() => null),
  // The server has already forgotten the address.
  unsubscribe: () => plugin.unsubscribe().catch(() => {}),
})

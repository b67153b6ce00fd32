import type { Tx } from '#platform/db'
import { showPasskey } from './add-passkey.ts'
import { readPasskeys } from './store.ts'

export const listPasskeys = async (tx: Tx, operatorId: string) => ({
  passkeys: (await readPasskeys(tx, operatorId)).map(showPasskey),
})

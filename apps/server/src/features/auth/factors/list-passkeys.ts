import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { showPasskey } from './show-passkey.ts'
import { readPasskeys } from './store.ts'

export const listPasskeys = async ({ db }: AuthDeps, { caller }: SignedIn) => ({
  passkeys: (await readPasskeys(db, caller.memberId)).map(showPasskey),
})

import type { PasskeyRow } from './store.ts'

export interface ShownPasskey {
  readonly passkeyId: string
  readonly name: string
  readonly addedAt: string
  readonly lastUsedAt: string | null
}

export const showPasskey = ({ passkeyId, name, addedAt, lastUsedAt }: PasskeyRow): ShownPasskey => ({
  passkeyId,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

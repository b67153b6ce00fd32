// Typed input survives the session's end (DECISIONS section 2): when a 401 comes, every live form is put aside, and the
// same form finds its text again after signing in. Kept in memory only, for the same account only. The form kit leaves
// fields marked `secret` out, so no password is ever in here.
//
//   const form = useForm({ fields, kept: keptDraft('appeal') })
//   useKeepDraft('appeal', form.serialise)

import { useEffect, useEffectEvent } from 'react'
import { rememberedAccount } from './session.ts'

const live = new Map<string, () => string>()
let kept: { readonly account: string | null; readonly texts: Map<string, string> } | null = null

export const putDraftsAside = (): void => {
  const texts = new Map<string, string>()
  for (const [name, serialise] of live) texts.set(name, serialise())
  kept = { account: rememberedAccount(), texts }
}

export const keptDraft = (name: string): string | undefined =>
  kept !== null && kept.account === rememberedAccount() ? kept.texts.get(name) : undefined

export const useKeepDraft = (name: string, serialise: () => string): void => {
  const now = useEffectEvent(serialise)
  useEffect(() => {
    // The form has taken its text back by now; a second visit starts empty.
    kept?.texts.delete(name)
    live.set(name, () => now())
    return () => {
      live.delete(name)
    }
  }, [name])
}

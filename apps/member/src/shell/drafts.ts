// Keeps typed input when the session ends: on a 401 every open form is saved, and the same form restores its text after
// signing in. In memory only, for the same account only. The form kit leaves out fields marked `secret`, so no password
// is ever in here.
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
    // The form has read its text by now; a second visit starts empty.
    kept?.texts.delete(name)
    live.set(name, () => now())
    return () => {
      live.delete(name)
    }
  }, [name])
}

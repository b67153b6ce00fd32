import { useId, useState } from 'react'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { toastHelper } from '#shell/toasts.ts'
import { authTexts } from './texts/index.ts'

export interface Agreement {
  readonly id: string
  readonly agreed: boolean
  readonly setAgreed: (agreed: boolean) => void
  /** The required tick is missing. */
  readonly missing: boolean
  readonly effectiveOn: string | undefined
  /** If the tick is missing, shows the error and focuses the checkbox. */
  readonly check: () => boolean
  readonly version: () => Promise<string | undefined>
  /** The server has a newer version: it must be read and ticked again. */
  readonly renew: () => void
}

const FRESH_MS = 10 * 60_000

/** Every sign-in method agrees to the version in force and sends that version. */
export const useAgreement = (before = false): Agreement => {
  const id = useId()
  const texts = authTexts.use()
  const language = useLanguage()
  const read = useRead('/site/agreement', { lang: language }, { staleTime: FRESH_MS, quiet: true })
  const [agreed, setAgreed] = useState(before)
  const [asked, setAsked] = useState(false)
  const check = () => {
    if (agreed) return true
    setAsked(true)
    document.getElementById(id)?.focus()
    return false
  }
  return {
    id,
    agreed,
    setAgreed,
    missing: asked && !agreed,
    effectiveOn: read.data?.effectiveOn,
    check,
    version: async () => {
      if (!check()) return undefined
      const data = read.data ?? (await read.refetch()).data
      if (data === undefined) toastHelper(texts.agreement.failed)
      return data?.version
    },
    renew: () => {
      setAgreed(false)
      setAsked(true)
      void read.refetch()
    },
  }
}

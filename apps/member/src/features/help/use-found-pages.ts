import { useLanguage, type Language } from '@fairlot/app-shell/language'
import { useEffect, useState } from 'react'
import type { FoundPage } from './search-pages.ts'

interface Answer {
  readonly language: Language
  readonly pages: readonly FoundPage[]
}

/** Help pages with the text; the previous answer stays until the next one is there, undefined before the first. */
export const useFoundPages = (text: string): readonly FoundPage[] | undefined => {
  const language = useLanguage()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (text === '') return undefined
    let current = true
    const search = async () => {
      const { searchPages } = await import('./search-pages.ts')
      const pages = await searchPages(language, text)
      if (current) setAnswer({ language, pages })
    }
    // Without a network the help stays away; stocks may still be found.
    search().catch(() => undefined)
    return () => {
      current = false
    }
  }, [language, text])
  if (text === '') return []
  return answer?.language === language ? answer.pages : undefined
}

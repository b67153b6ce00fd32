import type { TextSet } from '@fairlot/app-shell/texts'
import { useLanguage, type Language } from '@fairlot/app-shell/language'
import { useEffect, useState } from 'react'

/** Texts that a screen can be drawn without: requested when wanted, undefined until they are there. */
export const useLateTexts = <T extends object>(set: TextSet<T>, wanted: boolean): T | undefined => {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<{ readonly language: Language; readonly texts: T }>()
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    set.load(language).then(
      (texts) => current && setLoaded({ language, texts }),
      // Without a network that part of the screen stays away.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [set, language, wanted])
  return loaded?.language === language ? loaded.texts : undefined
}

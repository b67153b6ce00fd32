import { Card, Choices, Icon, Sheet } from '@fairlot/ui'
import { useState } from 'react'
import { switchLanguage } from '@fairlot/app-shell/texts'
import { languages, useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './Auth.module.css'
import { authTexts } from './texts/index.ts'

/** Shows the current language; pressing it offers both. It stays on the page, so that no input is lost. */
export const LanguageButton = ({ long = false }: { readonly long?: boolean }) => {
  const texts = authTexts.use().language
  const shell = shellTexts.use()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.language} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Icon name="globe" size={1.125} />
        {long ? texts.names[language] : texts.short[language]}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={texts.title} closeLabel={shell.close}>
        <Card>
          <Choices
            label={texts.title}
            layout="rows"
            value={language}
            onChange={(next) => void switchLanguage(next).then(() => setOpen(false))}
            items={languages.map((value) => ({ value, title: texts.names[value] }))}
          />
        </Card>
      </Sheet>
    </>
  )
}

import { Choices } from '@fairlot/ui'
import { switchLanguage } from '@fairlot/app-shell/texts'
import { languages, useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { siteTexts } from './texts/index.ts'
import styles from './LanguageScreen.module.css'

export const LanguageScreen = () => {
  const texts = siteTexts.use().language
  const language = useLanguage()
  return (
    <RouteScreen>
      <p className={styles.lead}>{texts.lead}</p>
      <Choices
        label={texts.label}
        value={language}
        onChange={(next) => void switchLanguage(next)}
        items={languages.map((value) => ({
          value,
          title: texts.names[value],
          caption: texts.captions[value],
        }))}
      />
    </RouteScreen>
  )
}

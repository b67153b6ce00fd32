import { Chip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { nameIn } from '../lists/figures.ts'
import { screenerTexts } from './texts/index.ts'
import { useIndustries } from './use-industries.ts'
import styles from './ScreenerTab.module.css'

interface Props {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Any number of industries; the most traded come first. */
export const IndustryChoice = ({ chosen, onChange }: Props) => {
  const texts = screenerTexts.use()
  const language = useLanguage()
  return (
    <div role="group" aria-label={texts.industry} className={styles.industries}>
      {useIndustries().map((sector) => {
        const isChosen = chosen.includes(sector.nameEn)
        return (
          <Chip
            key={sector.nameEn}
            selected={isChosen}
            onPress={() =>
              onChange(
                isChosen ? chosen.filter((each) => each !== sector.nameEn) : [...chosen, sector.nameEn],
              )
            }
          >
            {nameIn(language, sector)}
          </Chip>
        )
      })}
    </div>
  )
}

import { indexRules } from '@fairlot/rules/market-data'
import { Choices } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { moreTexts } from '../texts/more/index.ts'
import { setCompared, useCompared } from './kept-chart.ts'
import styles from './ChartSheet.module.css'

export const CompareTab = () => {
  const { compare: texts } = moreTexts.use()
  const language = useLanguage()
  const code = useCompared()
  return (
    <>
      <Choices
        label={texts.title}
        layout="rows"
        value={code ?? 'none'}
        onChange={(next) => setCompared(next === 'none' ? null : next)}
        items={[
          { value: 'none', title: texts.none },
          ...indexRules.map((rule) => ({
            value: rule.code,
            title: language === 'tw' ? rule.nameTw : rule.nameEn,
          })),
        ]}
      />
      <p className={styles.about}>{texts.about}</p>
    </>
  )
}

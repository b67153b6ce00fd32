// Suggestions for a search: the member's earlier searches, and the instruments members view most.

import { Chip, Section, TextLink, Icon } from '@fairlot/ui'
import { detailPath, nameIn } from '#features/market-data'
import { useNavigate } from '@fairlot/app-shell/router'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { forgetSearches, useSearches } from './history.ts'
import { instrumentsTexts } from './texts/index.ts'
import styles from './Search.module.css'

export const Recent = ({ onChoose }: { onChoose: (text: string) => void }) => {
  const texts = instrumentsTexts.use()
  const searches = useSearches()
  if (searches.length === 0) return null
  return (
    <Section
      title={texts.recent}
      aside={
        <TextLink className={styles.forget} onPress={forgetSearches}>
          <Icon name="trash" size={1} />
          <span aria-hidden="true">{texts.forget}</span>
          <span className="visually-hidden">{texts.forgetSpoken}</span>
        </TextLink>
      }
    >
      <div className={styles.chips}>
        {searches.map((text) => (
          <Chip key={text} selected={false} onPress={() => onChoose(text)}>
            {text}
          </Chip>
        ))}
      </div>
    </Section>
  )
}

const POPULAR = 10

export const Popular = () => {
  const texts = instrumentsTexts.use()
  const language = useLanguage()
  const navigate = useNavigate()
  const { data } = useRead('/stock/listViewed', {}, { staleTime: 60_000, quiet: true })
  if (data === undefined || data.length === 0) return null
  return (
    <Section title={texts.viewed} aside={<span className={styles.rule}>{texts.viewedRule}</span>}>
      <div className={styles.chips}>
        {data.slice(0, POPULAR).map((each) => (
          <Chip key={each.symbol} selected={false} onPress={() => navigate(detailPath(each.symbol))}>
            {nameIn(language, each)}
            <span className={styles.count}>
              <span aria-hidden="true">{each.members}</span>
              <span className="visually-hidden">{texts.members(each.members)}</span>
            </span>
          </Chip>
        ))}
      </div>
    </Section>
  )
}

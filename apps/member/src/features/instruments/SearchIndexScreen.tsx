// Where a search begins. The first matches appear while typing; the search key shows all of them.

import { Screen, ScreenBody, Section, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FoundNews } from '#features/news'
import { None } from './None.tsx'
import { PriceMark } from './PriceMark.tsx'
import { Found } from './Found.tsx'
import { rememberSearch } from './history.ts'
import { SearchBox } from './SearchBox.tsx'
import { Popular, Recent } from './Starts.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { usePricesOf, useSearch } from './use-search.ts'
import { useCountText } from './use-count-text.ts'
import styles from './Search.module.css'

const FIRST_SHOWN = 6

export const SearchIndexScreen = () => {
  const texts = instrumentsTexts.use()
  const countText = useCountText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { data, text } = useSearch(typed)
  const found = data ?? []
  const shown = found.slice(0, FIRST_SHOWN)
  usePricesOf(shown)
  const all = () => {
    if (typed.trim() === '') return
    rememberSearch(typed)
    void navigate(`/home/search?q=${encodeURIComponent(typed.trim())}`)
  }
  return (
    <Screen>
      <SearchBox value={typed} onChange={setTyped} onSubmit={all} />
      <ScreenBody>
        <h1 className="visually-hidden">{texts.label}</h1>
        <p className="visually-hidden" role="status">
          {data === undefined
            ? ''
            : found.length === 0
              ? texts.none(text)
              : texts.found(countText(found.length))}
        </p>
        {shown.length > 0 ? (
          <Section title={texts.stocks} aside={<PriceMark />} className={styles.first}>
            <Found found={shown} typed={text} />
            {found.length > shown.length ? (
              <div className={styles.more}>
                <TextLink onPress={all}>{texts.all(countText(found.length))}</TextLink>
              </div>
            ) : null}
          </Section>
        ) : data !== undefined ? (
          <None typed={text} />
        ) : (
          <p className={styles.hint}>{texts.start}</p>
        )}
        <FoundNews text={text} />
        <Recent onChoose={setTyped} />
        <Popular />
      </ScreenBody>
    </Screen>
  )
}

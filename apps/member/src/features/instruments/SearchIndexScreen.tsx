// Where a search begins. The first matches appear while typing; the search key shows all of them.

import { Screen, ScreenBody, Section, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { None } from './None.tsx'
import { OtherGroups } from './OtherGroups.tsx'
import { PriceMark } from './PriceMark.tsx'
import { Found } from './Found.tsx'
import { rememberSearch } from './history.ts'
import { useResultKeys } from './result-keys.ts'
import { SearchBox } from './SearchBox.tsx'
import { Popular, Recent } from './Starts.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { otherKinds, useOtherResults } from './use-other-results.ts'
import { usePricesOf, useSearch } from './use-search.ts'
import { useCountText } from './use-count-text.ts'
import styles from './Search.module.css'

const FIRST_SHOWN = 6
const FIRST_OTHERS = 3

export const SearchIndexScreen = () => {
  const texts = instrumentsTexts.use()
  const countText = useCountText()
  const navigate = useNavigate()
  const frame = useResultKeys()
  const [typed, setTyped] = useState('')
  const { data, text } = useSearch(typed)
  const others = useOtherResults(text)
  const found = data ?? []
  const shown = found.slice(0, FIRST_SHOWN)
  usePricesOf(shown)
  const count = found.length + others.count
  const isCut = found.length > shown.length || otherKinds.some((kind) => others[kind].length > FIRST_OTHERS)
  const all = () => {
    if (typed.trim() === '') return
    rememberSearch(typed)
    navigate(`/home/search?q=${encodeURIComponent(typed.trim())}`)
  }
  return (
    <Screen>
      <div ref={frame}>
        <SearchBox value={typed} onChange={setTyped} onSubmit={all} />
        <ScreenBody>
          <h1 className="visually-hidden">{texts.label}</h1>
          <p className="visually-hidden" role="status">
            {data === undefined ? '' : count === 0 ? texts.none(text) : texts.found(countText(count))}
          </p>
          {shown.length > 0 ? (
            <Section title={texts.stocks} aside={<PriceMark />} className={styles.first}>
              <Found found={shown} typed={text} />
            </Section>
          ) : data === undefined ? (
            <p className={styles.hint}>{texts.start}</p>
          ) : others.count === 0 ? (
            <None typed={text} />
          ) : null}
          <OtherGroups results={others} kinds={otherKinds} typed={text} limit={FIRST_OTHERS} />
          {isCut ? (
            <div className={styles.more}>
              <TextLink onPress={all}>{texts.all(countText(count))}</TextLink>
            </div>
          ) : null}
          <Recent onChoose={setTyped} />
          <Popular />
        </ScreenBody>
      </div>
    </Screen>
  )
}

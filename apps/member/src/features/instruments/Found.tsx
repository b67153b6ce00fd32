import type { FoundInstrument } from '@fairlot/contract/instruments'
import { Card } from '@fairlot/ui'
import { StarLine } from '#features/favourites'
import { listsTexts, nameIn, shortNameIn, useStaleness } from '#features/market-data'
import { useLanguage, type Language } from '@fairlot/app-shell/language'
import { Highlight } from '#shell/Highlight.tsx'
import { rememberSearch } from './history.ts'

interface Props {
  readonly found: readonly FoundInstrument[]
  readonly typed: string
}

/** The short name, unless the match is only in the full name. */
const otherName = (language: Language, each: FoundInstrument, typed: string): string => {
  if (language === 'en') return each.nameTw
  const short = shortNameIn('en', each)
  const has = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase())
  return has(each.nameEn) && !has(short) ? each.nameEn : short
}

/** The other language's name follows the code: it can be the one that matched. */
export const Found = ({ found, typed }: Props) => {
  const { boards } = listsTexts.use()
  const language = useLanguage()
  const stale = useStaleness()
  return (
    <Card as="ul" rows>
      {found.map((each) => (
        <li key={each.symbol}>
          <StarLine
            row={each}
            stale={stale !== undefined}
            name={<Highlight text={nameIn(language, each)} typed={typed} />}
            caption={
              <>
                <Highlight text={each.symbol} typed={typed} />
                {` · ${each.kind === 'etf' ? boards.etf : boards[each.board]} · `}
                <Highlight text={otherName(language, each, typed)} typed={typed} />
              </>
            }
            onOpen={() => rememberSearch(nameIn(language, each))}
          />
        </li>
      ))}
    </Card>
  )
}

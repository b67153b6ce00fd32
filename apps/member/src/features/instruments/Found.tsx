import type { FoundInstrument } from '@fairlot/contract/instruments'
import { Card } from '@fairlot/ui'
import { StarLine } from '#features/favourites'
import { listsTexts, nameIn, useStaleness } from '#features/market-data'
import { useLanguage } from '#shell/language.ts'
import { Highlight } from './Highlight.tsx'
import { rememberSearch } from './history.ts'

interface Props {
  readonly found: readonly FoundInstrument[]
  readonly typed: string
}

/** The other language's name stands behind the code: it may be the one that matched. */
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
                <Highlight text={language === 'tw' ? each.nameEn : each.nameTw} typed={typed} />
              </>
            }
            onOpen={() => rememberSearch(nameIn(language, each))}
          />
        </li>
      ))}
    </Card>
  )
}

// All matches while typing: instruments by code or name, rules, pages of the help and articles.

import type { FoundInstrument } from '@fairlot/contract/instruments'
import { maxFound } from '@fairlot/rules/instruments'
import { Chip, Chips, ErrorState, Screen, ScreenBody, Section, SkeletonRows } from '@fairlot/ui'
import { useState } from 'react'
import { useSearch as useQuery, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { Found } from './Found.tsx'
import { rememberSearch } from './history.ts'
import { None } from './None.tsx'
import { OtherGroups } from './OtherGroups.tsx'
import { PriceMark } from './PriceMark.tsx'
import { useResultKeys } from './result-keys.ts'
import { SearchBox } from './SearchBox.tsx'
import { Popular, Recent } from './Starts.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { useCountText } from './use-count-text.ts'
import { otherKinds, useOtherResults, type OtherKind } from './use-other-results.ts'
import { usePricesOf, useSearch } from './use-search.ts'
import styles from './Search.module.css'

const filters = ['all', 'listed', 'otc', 'etf', ...otherKinds] as const
type Filter = (typeof filters)[number]

const isOther = (filter: Filter): filter is OtherKind => (otherKinds as readonly string[]).includes(filter)

const isOf = (filter: Filter, { board, kind }: FoundInstrument): boolean =>
  filter === 'all' || (filter === 'etf' ? kind === 'etf' : kind !== 'etf' && board === filter)

export const SearchScreen = () => {
  const texts = instrumentsTexts.use()
  const countText = useCountText()
  const shell = shellTexts.use()
  const typed = useQuery().get('q') ?? ''
  const setQuery = useSetSearch()
  const frame = useResultKeys()
  const [filter, setFilter] = useState<Filter>('all')
  const type = (text: string) => setQuery('q', text)
  const read = useSearch(typed)
  const { data, text } = read
  const others = useOtherResults(text)
  const found = (data ?? []).filter((each) => isOf(filter, each))
  usePricesOf(found)
  const count = (data?.length ?? 0) + others.count
  const countOf = (each: Filter): number =>
    isOther(each)
      ? others[each].length
      : (data ?? []).filter((one) => isOf(each, one)).length + (each === 'all' ? others.count : 0)
  const kinds = filter === 'all' ? otherKinds : isOther(filter) ? [filter] : []
  return (
    <Screen>
      <div ref={frame}>
        <SearchBox value={typed} onChange={type} onSubmit={() => rememberSearch(typed)} />
        <ScreenBody>
          <h1 className="visually-hidden">{texts.label}</h1>
          <p className="visually-hidden" role="status">
            {data === undefined ? '' : count === 0 ? texts.none(text) : texts.found(countText(count))}
          </p>
          {data !== undefined && count > 0 ? (
            <div className={styles.kinds}>
              <Chips label={texts.kinds}>
                {filters.map((each) => (
                  <Chip key={each} selected={each === filter} onPress={() => setFilter(each)}>
                    {texts.filters[each]} {data.length < maxFound || isOther(each) ? countOf(each) : ''}
                  </Chip>
                ))}
              </Chips>
            </div>
          ) : null}
          {read.isError && data === undefined && text !== '' ? (
            <ErrorState
              title={shell.readFailed.title}
              text={shell.readFailed.text}
              retry={{ label: shell.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
            />
          ) : null}
          {data === undefined && read.isFetching ? <SkeletonRows label={shell.loading} /> : null}
          <Instruments found={found} typed={text} />
          <OtherGroups results={others} kinds={kinds} typed={text} />
          {count > 0 && countOf(filter) === 0 ? <p className={styles.nothing}>{texts.noneOfKind}</p> : null}
          {count > 0 ? <p className={styles.foot}>{texts.foot}</p> : null}
          {data !== undefined && count === 0 ? <None typed={text} /> : null}
          {data === undefined || count === 0 ? <Recent onChoose={type} /> : null}
          {text === '' ? <Popular /> : null}
        </ScreenBody>
      </div>
    </Screen>
  )
}

interface InstrumentsProps {
  readonly found: readonly FoundInstrument[]
  readonly typed: string
}

const Instruments = ({ found, typed }: InstrumentsProps) => {
  const texts = instrumentsTexts.use()
  const stocks = found.filter(({ kind }) => kind === 'stock')
  const funds = found.filter(({ kind }) => kind === 'etf')
  return (
    <>
      {stocks.length > 0 ? (
        <Section title={texts.stocks} aside={<PriceMark />} className={styles.first}>
          <Found found={stocks} typed={typed} />
        </Section>
      ) : null}
      {funds.length > 0 ? (
        <Section
          title={texts.etf}
          aside={stocks.length === 0 ? <PriceMark /> : undefined}
          className={stocks.length === 0 ? styles.first : undefined}
        >
          <Found found={funds} typed={typed} />
        </Section>
      ) : null}
    </>
  )
}

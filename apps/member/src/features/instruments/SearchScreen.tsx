// All matches by code, Chinese or English name, while typing.

import type { FoundInstrument } from '@fairlot/contract/instruments'
import { maxFound } from '@fairlot/rules/instruments'
import { Chip, Chips, ErrorState, Screen, ScreenBody, Section, SkeletonRows } from '@fairlot/ui'
import { useState } from 'react'
import { FoundNews } from '#features/news'
import { useSearch as useQuery, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { Found } from './Found.tsx'
import { rememberSearch } from './history.ts'
import { None } from './None.tsx'
import { PriceMark } from './PriceMark.tsx'
import { SearchBox } from './SearchBox.tsx'
import { Popular, Recent } from './Starts.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { useCountText } from './use-count-text.ts'
import { usePricesOf, useSearch } from './use-search.ts'
import styles from './Search.module.css'

const filters = ['all', 'listed', 'otc', 'etf'] as const
type Filter = (typeof filters)[number]

const isOf = (filter: Filter, { board, kind }: FoundInstrument): boolean =>
  filter === 'all' || (filter === 'etf' ? kind === 'etf' : kind !== 'etf' && board === filter)

export const SearchScreen = () => {
  const texts = instrumentsTexts.use()
  const countText = useCountText()
  const shell = shellTexts.use()
  const typed = useQuery().get('q') ?? ''
  const setQuery = useSetSearch()
  const [filter, setFilter] = useState<Filter>('all')
  const type = (text: string) => setQuery('q', text)
  const read = useSearch(typed)
  const { data, text } = read
  const found = (data ?? []).filter((each) => isOf(filter, each))
  const stocks = found.filter(({ kind }) => kind === 'stock')
  const funds = found.filter(({ kind }) => kind === 'etf')
  usePricesOf(found)
  return (
    <Screen>
      <SearchBox value={typed} onChange={type} onSubmit={() => rememberSearch(typed)} />
      <ScreenBody>
        <h1 className="visually-hidden">{texts.label}</h1>
        <p className="visually-hidden" role="status">
          {data === undefined
            ? ''
            : data.length === 0
              ? texts.none(text)
              : texts.found(countText(data.length))}
        </p>
        {data !== undefined && data.length > 0 ? (
          <Chips label={texts.kinds}>
            {filters.map((each) => (
              <Chip key={each} selected={each === filter} onPress={() => setFilter(each)}>
                {texts.filters[each]}{' '}
                {data.length < maxFound ? data.filter((one) => isOf(each, one)).length : ''}
              </Chip>
            ))}
          </Chips>
        ) : null}
        {read.isError && data === undefined && text !== '' ? (
          <ErrorState
            title={shell.readFailed.title}
            text={shell.readFailed.text}
            retry={{ label: shell.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
          />
        ) : null}
        {data === undefined && read.isFetching ? <SkeletonRows label={shell.loading} /> : null}
        {stocks.length > 0 ? (
          <Section title={texts.stocks} aside={<PriceMark />} className={styles.first}>
            <Found found={stocks} typed={text} />
          </Section>
        ) : null}
        {funds.length > 0 ? (
          <Section
            title={texts.etf}
            aside={stocks.length === 0 ? <PriceMark /> : undefined}
            className={stocks.length === 0 ? styles.first : undefined}
          >
            <Found found={funds} typed={text} />
          </Section>
        ) : null}
        {data !== undefined && data.length > 0 && found.length === 0 ? (
          <p className={styles.nothing}>{texts.noneOfKind}</p>
        ) : null}
        {data?.length === 0 ? <None typed={text} /> : null}
        <FoundNews text={text} />
        {data === undefined || data.length === 0 ? <Recent onChoose={type} /> : null}
        {text === '' ? <Popular /> : null}
      </ScreenBody>
    </Screen>
  )
}

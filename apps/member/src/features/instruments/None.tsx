import { Empty, Section } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { Found } from './Found.tsx'
import { PriceMark } from './PriceMark.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { usePricesOf, useSearch } from './use-search.ts'

/** No match: says so, and offers what was perhaps meant, or what begins with the same letters. */
export const None = ({ typed }: { typed: string }) => {
  const texts = instrumentsTexts.use()
  const shorter = [...typed].slice(0, Math.max(1, Math.ceil([...typed].length / 2))).join('')
  const { data } = useSearch(shorter)
  const similar = useRead(
    '/stock/searchStock',
    { text: typed, near: true },
    { staleTime: 60_000, quiet: true },
  )
  const meant = similar.data ?? []
  const near = meant.length > 0 || shorter === typed ? meant : (data ?? []).slice(0, 3)
  usePricesOf(near)
  return (
    <>
      <Empty nothing={texts.none(typed)} text={texts.noneText} icon="search" />
      {near.length > 0 ? (
        <Section title={texts.near} aside={<PriceMark />}>
          <Found found={near} typed={meant.length > 0 ? typed : shorter} />
        </Section>
      ) : null}
    </>
  )
}

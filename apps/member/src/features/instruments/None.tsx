import { Empty, Section } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { Found } from './Found.tsx'
import { PriceMark } from './PriceMark.tsx'
import { instrumentsTexts } from './texts/index.ts'
import { usePricesOf, useSearch } from './use-search.ts'

/** No match: says so, and offers a search for the first letters alone. */
export const None = ({ typed }: { typed: string }) => {
  const texts = instrumentsTexts.use()
  const { nothing } = shellTexts.use()
  const shorter = [...typed].slice(0, Math.max(1, Math.ceil([...typed].length / 2))).join('')
  const { data } = useSearch(shorter)
  const near = shorter === typed ? [] : (data ?? []).slice(0, 3)
  usePricesOf(near)
  return (
    <>
      <Empty
        nothing={texts.none(typed)}
        text={`${nothing}${texts.noneJoin}${texts.noneText}`}
        icon="search"
      />
      {near.length > 0 ? (
        <Section title={texts.near} aside={<PriceMark />}>
          <Found found={near} typed={shorter} />
        </Section>
      ) : null}
    </>
  )
}

import { Card, Empty, LinkButton, Section } from '@fairlot/ui'
import { useEffect } from 'react'
import { primeRows, useRows } from '#features/market-data'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { StarLine } from './StarLine.tsx'
import { favouritesTexts } from './texts/index.ts'

/** Shown for an empty watch list: how to begin, and three suggestions. */
export const EmptyWatch = () => {
  const texts = favouritesTexts.use()
  const { nothing } = shellTexts.use()
  const { data } = useRead(
    '/market/listQuotes',
    { board: 'any', ranking: 'volume', from: 0, count: 3 },
    { quiet: true },
  )
  const rows = data?.rows ?? []
  useEffect(() => {
    if (data !== undefined) primeRows(data.rows)
  }, [data])
  useRows(rows.map(({ symbol }) => symbol))
  return (
    <>
      <Empty
        nothing={nothing}
        text={`${texts.nothing}${texts.text}`}
        icon="star"
        action={<LinkButton href="/home/searchIndex">{texts.search}</LinkButton>}
      />
      {rows.length === 0 ? null : (
        <Section title={texts.start}>
          <Card rows>
            {rows.map((row) => (
              <StarLine key={row.symbol} row={row} />
            ))}
          </Card>
        </Section>
      )}
    </>
  )
}

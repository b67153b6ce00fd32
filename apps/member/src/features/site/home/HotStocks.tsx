import { Card, Empty, Section, SkeletonRows, TextLink, Icon } from '@fairlot/ui'
import { useEffect, useRef } from 'react'
import { primeRows, QuoteLine, SORT_EVERY_MS, useHeld, useRows, useStaleness } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

const SHOWN = 5

export const HotStocks = () => {
  const texts = homeTexts.use()
  const shell = shellTexts.use()
  const stale = useStaleness()
  const list = useRef<HTMLDivElement>(null)
  const held = useHeld(list)
  const read = useRead(
    '/market/listQuotes',
    { board: 'any', ranking: 'turnover', from: 0, count: SHOWN },
    { every: held ? false : SORT_EVERY_MS, quiet: true },
  )
  const rows = read.data?.rows
  useEffect(() => {
    if (rows !== undefined) primeRows(rows)
  }, [rows])
  useRows((rows ?? []).map(({ symbol }) => symbol))
  return (
    <Section
      title={texts.hot}
      aside={
        <TextLink href="/market/stockHot/stockList" className={styles.more}>
          {texts.hotAll}
          <Icon name="chevron" size={1} />
        </TextLink>
      }
    >
      <p className={styles.hotRule}>{texts.hotRule}</p>
      <div ref={list}>
        <Answered read={read} skeleton={<SkeletonRows label={shell.loading} count={SHOWN} />}>
          {(data) =>
            data.rows.length === 0 ? (
              <Empty nothing={shell.nothing} text={texts.hotNone} icon="market" />
            ) : (
              <Card as="ul" rows>
                {data.rows.map((row) => (
                  <li key={row.symbol}>
                    <QuoteLine row={row} stale={stale} />
                  </li>
                ))}
              </Card>
            )
          }
        </Answered>
      </div>
    </Section>
  )
}

// The member's copies: those that run or wait, and those that are over.

import { Card, Empty, KeyValues, LinkButton, Segments } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { type Copy, countText, signedMoney, totalOf, toneOf, useCopyChanges } from './copy.ts'
import { CopyRow } from './CopyRow.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const views = ['current', 'history'] as const

export const RecordsScreen = () => {
  const texts = copyTradingTexts.use().records
  const shell = shellTexts.use()
  const hidden = useHideAmounts()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const view = views.find((each) => each === asked) ?? 'current'
  const read = usePaged('/copy-trading/list', { view })
  useCopyChanges()
  return (
    <RouteScreen>
      <Answered read={read}>
        {(pages) => {
          const first = pages[0]
          const copies = pages.flatMap((page) => page.copies)
          return (
            <div className={styles.panel}>
              <Segments
                label={texts.label}
                value={view}
                onChange={(next) => setSearch('tab', next)}
                items={views.map((value) => ({
                  value,
                  label: texts[value](countText(first?.counts[value] ?? 0)),
                }))}
              />
              {copies.length === 0 ? (
                <Empty
                  nothing={shell.nothing}
                  text={view === 'current' ? texts.noneCurrent : texts.noneHistory}
                  icon="follow"
                  action={
                    view === 'current' ? (
                      <LinkButton href="/gdindex/dsFllow">{texts.find}</LinkButton>
                    ) : undefined
                  }
                />
              ) : (
                <Card rows>
                  {copies.map((copy) => (
                    <CopyRow key={copy.copyId} copy={copy} />
                  ))}
                </Card>
              )}
              {view === 'current' && copies.length > 0 && first !== undefined ? (
                <p className={styles.line}>
                  <span className={styles.small}>{texts.total}</span>
                  <span className="num">{hidden ? '••••' : formatMoney(first.held)}</span>
                </p>
              ) : null}
              {view === 'history' && !read.hasNextPage ? <HistorySum copies={copies} /> : null}
              <MoreButton read={read}>{texts.more}</MoreButton>
            </div>
          )
        }}
      </Answered>
    </RouteScreen>
  )
}

/** Gains, losses and their sum, once every past copy is on the page. */
const HistorySum = ({ copies }: { readonly copies: readonly Copy[] }) => {
  const texts = copyTradingTexts.use().records
  const hidden = useHideAmounts()
  const total = totalOf(copies)
  if (total === null) return null
  const value = (amount: string) => (
    <span className={styles[toneOf(amount)]}>{hidden ? '••••' : signedMoney(amount)}</span>
  )
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'gains', label: texts.gains, value: value(total.gains) },
          { key: 'losses', label: texts.losses, value: value(total.losses) },
          { key: 'sum', label: texts.sum, value: value(total.result), sum: true },
        ]}
      />
    </Card>
  )
}

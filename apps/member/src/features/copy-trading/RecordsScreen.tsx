// The member's copies: those that run or wait, and those that are over.

import { Card, Empty, LinkButton, Segments } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { countText, useCopyChanges } from './copy.ts'
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
              <MoreButton read={read}>{texts.more}</MoreButton>
            </div>
          )
        }}
      </Answered>
    </RouteScreen>
  )
}

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney } from '@fairlot/money'
import { Empty, Note, StatusChip } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { TopAside } from '#shell/Frame.tsx'
import { mayDo, useMe } from '#shell/session.ts'
import { CopyTabs } from './CopyTabs.tsx'
import { ProductPopup } from './ProductPopup.tsx'
import { copyTradingTexts } from './texts/index.ts'

type Product = ConsoleDataOf<'/copy-trading/listed'>['products'][number]

/** Follow products, and what waits for a second operator. */
export function ProductsPage() {
  const { products: texts } = copyTradingTexts.use()
  const language = useLanguage()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const read = useRead('/copy-trading/listed', {}, { every: 15_000 })
  const [isNew, setNew] = useState(false)
  const columns = useColumns()
  const { data } = read
  return (
    <ConsolePage tabs={<CopyTabs here="/copy-trading/products" />} filters={<span>{texts.rule}</span>}>
      {mayPropose && data !== undefined && data.mentors.length > 0 ? (
        <TopAside>
          <ConsoleButton small onPress={() => setNew(true)}>
            {texts.new}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <Answered read={read}>
        {({ products, proposals }) => (
          <>
            {proposals.map(({ reviewId, number, by }) => (
              <Note key={reviewId} tone="brand">
                {texts.waiting(number, by)}{' '}
                <a href={`#/queue?kind=copy-product&review=${reviewId}`}>{texts.see}</a>
              </Note>
            ))}
            <ConsoleTable
              label={texts.label}
              rows={products}
              keyOf={({ productId }) => productId}
              name={{ title: texts.name, plain: true, of: ({ name }) => name[language] }}
              columns={columns}
              empty={<Empty nothing={texts.empty} text={texts.emptyText} icon="follow" />}
            />
          </>
        )}
      </Answered>
      {isNew && data !== undefined ? (
        <ProductPopup mentors={data.mentors} maxTermDays={data.maxTermDays} onClose={() => setNew(false)} />
      ) : null}
    </ConsolePage>
  )
}

const useColumns = (): readonly ConsoleColumn<Product>[] => {
  const all = copyTradingTexts.use()
  const texts = all.products
  return [
    {
      key: 'mentor',
      title: texts.mentor,
      cell: ({ mentor }) => (
        <>
          {mentor.name}
          <small>{all.levels[mentor.level ?? 'none']}</small>
        </>
      ),
    },
    { key: 'minimum', title: texts.minimum, right: true, cell: ({ minFollow }) => formatMoney(minFollow) },
    {
      key: 'total',
      title: texts.total,
      right: true,
      cell: ({ total, maxTotal }) => (
        <>
          {formatMoney(total)}
          <small>{formatMoney(maxTotal)}</small>
        </>
      ),
    },
    {
      key: 'followers',
      title: texts.followers,
      right: true,
      cell: ({ followers }) => followers.toLocaleString('en-US'),
    },
    { key: 'term', title: texts.term, right: true, wide: true, cell: ({ termDays }) => texts.days(termDays) },
    { key: 'deadline', title: texts.deadline, cell: ({ deadline }) => momentText(deadline) },
    { key: 'ends', title: texts.ends, wide: true, cell: ({ endsOn }) => endsOn },
    {
      key: 'state',
      title: texts.state,
      cell: ({ isOpen }) => (
        <StatusChip tone={isOpen ? 'brand' : 'neutral'}>{isOpen ? texts.open : texts.closed}</StatusChip>
      ),
    },
  ]
}

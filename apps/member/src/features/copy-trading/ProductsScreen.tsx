// Follow products: one mentor, one term, one deadline; and the member's record of them.

import type { DataOf } from '@fairlot/contract'
import { Button, Card, Empty, LinkButton, Note, TabStrip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { lazy, Suspense, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { useNavigate } from '@fairlot/app-shell/router'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { copyPath, countText, isFull, type Product, useCopyChanges } from './copy.ts'
import { CopyRow } from './CopyRow.tsx'
import { ProductChip } from './ProductChip.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const StartSheet = lazy(() => import('./StartSheet.tsx').then((file) => ({ default: file.StartSheet })))

const tabs = ['list', 'record'] as const
const PANEL = 'follow-products-panel'

export const ProductsScreen = () => {
  const texts = copyTradingTexts.use().products
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const tab = tabs.find((each) => each === asked) ?? 'list'
  const read = useRead('/copy-trading/products', {})
  useCopyChanges()
  return (
    <RouteScreen>
      <TabStrip
        label={texts.label}
        value={tab}
        onChange={(next) => setSearch('tab', next)}
        items={tabs.map((value) => ({
          value,
          label: value === 'list' ? texts.list(countText(read.data?.products.length ?? 0)) : texts.record,
        }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        {tab === 'list' ? <Answered read={read}>{(data) => <Products {...data} />}</Answered> : <Records />}
      </div>
    </RouteScreen>
  )
}

const Products = ({ products, isOpen: isOffered }: DataOf<'/copy-trading/products'>) => {
  const all = copyTradingTexts.use()
  const texts = all.products
  const { nothing } = shellTexts.use()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Product>()
  if (products.length === 0) return <Empty nothing={nothing} text={texts.none} icon="follow" />
  return (
    <>
      <p className={styles.line}>
        <span className={styles.small}>{texts.sort}</span>
        <span className={styles.small}>{texts.rule}</span>
      </p>
      <ul className={styles.list}>
        {products.map((product) => (
          <li key={product.productId}>
            <ProductCard product={product} isOffered={isOffered} onFollow={() => setChosen(product)} />
          </li>
        ))}
      </ul>
      <Note>{isOffered ? texts.note : all.notOpen}</Note>
      <Suspense>
        {chosen === undefined ? null : (
          <StartSheet
            mentorId={chosen.mentor.mentorId}
            name={chosen.mentor.name}
            productId={chosen.productId}
            onClose={() => setChosen(undefined)}
            onStarted={(copyId) => {
              setChosen(undefined)
              navigate(copyPath(copyId))
            }}
          />
        )}
      </Suspense>
    </>
  )
}

const percentOf = ({ total, maxTotal }: Product): number =>
  Math.min(100, Number((BigInt(total) * 100n) / BigInt(maxTotal)))

interface CardProps {
  readonly product: Product
  readonly isOffered: boolean
  readonly onFollow: () => void
}

const ProductCard = ({ product, isOffered, onFollow }: CardProps) => {
  const all = copyTradingTexts.use()
  const texts = all.products
  const language = useLanguage()
  const moment = useMoment()
  const day = useDay()
  const { mentor, copyId } = product
  const canFollow = isOffered && product.isOpen && !isFull(product)
  return (
    <Card pad as="section" className={styles.card}>
      <div className={styles.line}>
        <h2 className={styles.name}>
          {product.name[language]} <ProductChip product={product} isOffered={isOffered} />
        </h2>
        <span className={styles.small}>
          {mentor.name} · {mentor.level === null ? all.below : all.levels[mentor.level]}
        </span>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{texts.deadline}</dt>
          <dd>{moment(product.deadline)}</dd>
        </div>
        <div>
          <dt>{texts.least}</dt>
          <dd>{formatMoney(product.minFollow)}</dd>
        </div>
        <div>
          <dt>{texts.term}</dt>
          <dd>{texts.days(countText(product.termDays))}</dd>
        </div>
      </dl>
      <div>
        <div className={styles.bar} aria-hidden="true">
          <i style={{ inlineSize: `${percentOf(product)}%` }} />
        </div>
        <p className={styles.line}>
          <span className={styles.small}>{texts.put(formatMoney(product.total))}</span>
          <span className={styles.small}>{texts.max(formatMoney(product.maxTotal))}</span>
        </p>
      </div>
      <div className={styles.bottom}>
        <span className={styles.small}>{texts.ends(day(product.endsOn))}</span>
        {copyId !== null ? (
          <LinkButton kind="quiet" small href={copyPath(copyId)}>
            {all.mine}
            <span className="visually-hidden"> {product.name[language]}</span>
          </LinkButton>
        ) : canFollow ? (
          <Button kind="quiet" small onPress={onFollow}>
            {texts.follow}
            <span className="visually-hidden"> {product.name[language]}</span>
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** Copies of products alone: those that run or wait, then those that are over. */
const Records = () => {
  const all = copyTradingTexts.use()
  const { nothing } = shellTexts.use()
  const current = usePaged('/copy-trading/list', { view: 'current' })
  const history = usePaged('/copy-trading/list', { view: 'history' })
  return (
    <Answered read={current}>
      {(running) => (
        <Answered read={history}>
          {(over) => {
            const copies = [...running, ...over]
              .flatMap((page) => page.copies)
              .filter(({ product }) => product !== null)
            const more = current.hasNextPage ? current : history
            return (
              <>
                {copies.length > 0 ? (
                  <Card rows>
                    {copies.map((copy) => (
                      <CopyRow key={copy.copyId} copy={copy} />
                    ))}
                  </Card>
                ) : more.hasNextPage ? null : (
                  <Empty nothing={nothing} text={all.products.noneRecord} icon="receipt" />
                )}
                <MoreButton read={more}>{all.records.more}</MoreButton>
              </>
            )
          }}
        </Answered>
      )}
    </Answered>
  )
}

// The member's copies on the follow hub, and the products that take money now.

import { Card, cx, Empty, LinkButton, Money, Row, Section, TextLink } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useHideAmounts } from '#shell/appearance.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import {
  type Copy,
  countText,
  type Product,
  productsPath,
  recordsPath,
  resultShare,
  signedMoney,
  toneOf,
  totalOf,
  useCopyChanges,
} from './copy.ts'
import { CopyRow } from './CopyRow.tsx'
import { ProductChip } from './ProductChip.tsx'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

const shownCopies = 3
const shownProducts = 2

export const MyCopies = () => {
  const texts = copyTradingTexts.use().hub
  const { nothing } = shellTexts.use()
  const hidden = useHideAmounts()
  const read = useRead('/copy-trading/list', { view: 'current' })
  const isOffered = useRead('/copy-trading/products', {}, { quiet: true }).data?.isOpen ?? false
  useCopyChanges()
  return (
    <Answered read={read}>
      {({ copies, held, counts, next }) =>
        copies.length === 0 ? (
          <>
            {isOffered ? (
              <Empty
                nothing={nothing}
                text={texts.empty}
                icon="follow"
                action={<LinkButton href="/gdindex/dsFllow">{texts.find}</LinkButton>}
              />
            ) : null}
            {counts.history === 0 ? null : (
              <Card rows>
                <AllRecords count={counts.history} />
              </Card>
            )}
          </>
        ) : (
          <>
            {next === null ? <Result copies={copies} /> : null}
            <Section
              title={texts.title}
              aside={<span className={styles.aside}>{texts.held(hidden ? '••••' : formatMoney(held))}</span>}
              className={styles.group}
            >
              <Card rows>
                {copies.slice(0, shownCopies).map((copy) => (
                  <CopyRow key={copy.copyId} copy={copy} />
                ))}
                <AllRecords count={counts.current + counts.history} />
              </Card>
            </Section>
          </>
        )
      }
    </Answered>
  )
}

/** What all running copies have gained or lost, when all of them are here. */
const Result = ({ copies }: { readonly copies: readonly Copy[] }) => {
  const texts = copyTradingTexts.use()
  const hidden = useHideAmounts()
  const total = totalOf(copies)
  if (total === null) return null
  const tone = styles[toneOf(total.result)]
  const money = (amount: bigint | string): string => (hidden ? '••••' : formatMoney(amount))
  return (
    <div>
      <p className={styles.small}>{texts.hub.result}</p>
      <div className={styles.line}>
        <p className={cx(styles.hero, tone)} data-hub="result">
          <Money text={signedMoney(total.result)} size="display" hidden={hidden} />
        </p>
        <strong className={cx('num', tone)}>{hidden ? '••••' : resultShare(total)}</strong>
      </div>
      <p className={cx(styles.line, styles.small)}>
        <span>{texts.copy.put(money(total.amount))}</span>
        <span>{texts.copy.worth(money(BigInt(total.amount) + BigInt(total.result)))}</span>
      </p>
    </div>
  )
}

const AllRecords = ({ count }: { readonly count: number }) => (
  <Row
    icon="receipt"
    title={copyTradingTexts.use().hub.all}
    value={<span className="num">{countText(count)}</span>}
    href={recordsPath}
  />
)

/** Products by their deadline; nothing without one. */
export const OpenProducts = () => {
  const texts = copyTradingTexts.use().products
  const { data } = useRead('/copy-trading/products', {}, { quiet: true })
  if (data === undefined || data.products.length === 0) return null
  return (
    <Section
      title={texts.label}
      className={styles.group}
      aside={<TextLink href={productsPath}>{texts.all(countText(data.products.length))}</TextLink>}
    >
      <Card rows>
        {data.products.slice(0, shownProducts).map((product) => (
          <ProductRow key={product.productId} product={product} isOffered={data.isOpen} />
        ))}
      </Card>
    </Section>
  )
}

const ProductRow = ({ product, isOffered }: { readonly product: Product; readonly isOffered: boolean }) => {
  const texts = copyTradingTexts.use().products
  const language = useLanguage()
  const moment = useMoment()
  return (
    <Row
      href={productsPath}
      title={
        <>
          {product.name[language]} <ProductChip product={product} isOffered={isOffered} />
        </>
      }
      caption={`${product.mentor.name} · ${texts.until(moment(product.deadline))}`}
      value={<span className="num">{texts.days(countText(product.termDays))}</span>}
    />
  )
}

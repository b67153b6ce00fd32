import { Card, Icon, Link, Row, Section } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { displayId, formatMoney } from '@fairlot/money'
import { orderPath, timeText } from '#features/orders'
import { priceText } from '#features/market-data'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { isExit, lotsText } from '../figures.ts'
import { ConditionalCard } from '../list/ConditionalCard.tsx'
import { monthDay } from '../list/months.ts'
import { Result } from '../Result.tsx'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

type Detail = DataOf<'/positions/readPosition'>

/** Where a holding without a fill came from. */
const sources = {
  block: '/common/dividend?tab=applications',
  subscription: '/market/subscribeRecord',
  placement: '/common/dividend3?tab=ended',
  auction: '/common/dividend2?tab=opened',
} as const

/** The fills, each with a link to its ledger lines, and the orders that made them. */
export const Trades = ({ detail }: { readonly detail: Detail }) => {
  const texts = detailTexts.use()
  const language = useLanguage()
  const { position, fills, orders } = detail
  const { data } = useRead(
    '/orders/listConditional',
    { which: 'waiting', positionId: position.positionId },
    { quiet: true, enabled: position.state !== 'closed' },
  )
  const waiting = (data?.conditional ?? []).filter(isExit)
  return (
    <>
      {waiting.length === 0 ? null : (
        <Section title={texts.conditional} small>
          {waiting.map((row) => (
            <ConditionalCard key={row.conditionalId} row={row} names={position} />
          ))}
        </Section>
      )}
      {position.origin === 'market' ? null : (
        <Section title={texts.origin} small>
          <Card as="ul" rows>
            <li>
              <Row
                icon="exchange"
                title={texts[position.origin](
                  lotsText(position.openedShares, language),
                  priceText(position.price),
                )}
                value={monthDay(position.openedAt)}
                href={sources[position.origin]}
              />
            </li>
          </Card>
        </Section>
      )}
      {fills.length === 0 ? null : <Fills fills={fills} />}
      {orders.length === 0 ? null : (
        <Section title={texts.orders} small>
          <Card as="ul" rows>
            {orders.map((orderId, at) => (
              <li key={orderId}>
                <Row
                  icon="tasks"
                  title={orderId === position.positionId ? texts.orderOpen : texts.orderClose(at)}
                  value={<span className="mono">{displayId(orderId)}</span>}
                  href={orderPath(orderId)}
                />
              </li>
            ))}
          </Card>
        </Section>
      )}
    </>
  )
}

const Fills = ({ fills }: Pick<Detail, 'fills'>) => {
  const texts = detailTexts.use()
  const language = useLanguage()
  return (
    <Section title={texts.fills} small>
      <Card as="ul" rows>
        {fills.map((fill) => (
          <li key={fill.fillId}>
            <Link href={`/user/FundingDetails?view=entry&id=${fill.entryId}`} className={styles.row}>
              <span className={styles.texts}>
                <span className={styles.title}>
                  {texts.fill(fill.side, lotsText(fill.quantity, language), priceText(fill.price))}
                </span>
                <span className={styles.small}>
                  {monthDay(fill.at)} {timeText(fill.at)} ·{' '}
                  {fill.tax === '0'
                    ? texts.fillFee(formatMoney(fill.fee))
                    : texts.fillCosts(formatMoney(fill.fee), formatMoney(fill.tax))}
                </span>
              </span>
              <span className={styles.end}>
                {fill.realised === null ? (
                  <span className={styles.ledger}>{texts.ledger}</span>
                ) : (
                  <Result amount={BigInt(fill.realised)} />
                )}
                <Icon name="chevron" size={1.125} />
              </span>
            </Link>
          </li>
        ))}
      </Card>
    </Section>
  )
}

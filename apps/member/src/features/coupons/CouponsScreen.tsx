// Fee coupons: usable ones, what they paid back, and expired ones.

import { dayMs } from '@fairlot/rules/calendar'
import { Card, cx, Empty, KeyValues, LinkButton, Note, TabStrip } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { couponStates, type CouponState } from '@fairlot/contract/coupons'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { couponsTexts } from './texts/index.ts'
import { useCouponChanges } from './use-coupon-changes.ts'
import styles from './Coupons.module.css'

type Coupons = DataOf<'/coupons/list'>
type Coupon = Coupons['coupons'][number]

const PANEL = 'coupons-panel'
const isState = (name: string | null): name is CouponState => couponStates.some((state) => state === name)
const soonMs = 7 * dayMs

/** A coupon is usable to the end of its last day: it expires at the first moment of the next day. */
const lastDay = (until: string): string => formatDate(new Date(Date.parse(until) - 1).toISOString())

export const CouponsScreen = () => {
  const texts = couponsTexts.use()
  const { nothing } = shellTexts.use()
  const asked = useSearch().get('tab')
  const setSearch = useSetSearch()
  const state: CouponState = isState(asked) ? asked : 'available'
  const read = useRead('/coupons/list', { state })
  const counts = read.data?.counts
  useCouponChanges()
  return (
    <RouteScreen>
      <TabStrip
        even
        label={texts.tabs.label}
        value={state}
        onChange={(next) => setSearch('tab', next)}
        items={couponStates.map((value) => ({
          value,
          label: texts.tabs[value],
          ...(counts && counts[value] > 0 ? { count: counts[value] } : {}),
        }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${state}`} className={styles.panel}>
        <Answered read={read}>
          {({ coupons, paidThisYear }) => (
            <>
              {coupons.length === 0 ? (
                <Empty nothing={nothing} text={texts.none[state]} icon="ticket" />
              ) : (
                <>
                  {state === 'available' && coupons.length > 1 ? (
                    <p className={styles.order}>{texts.order}</p>
                  ) : null}
                  <ul className={styles.list}>
                    {coupons.map((coupon) => (
                      <li key={coupon.couponId}>
                        <Card className={cx(styles.coupon, styles[state])}>
                          <CouponRow coupon={coupon} />
                        </Card>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <Card pad className={styles.sums}>
                <KeyValues
                  items={[
                    { key: 'paid', label: texts.paid, value: formatMoney(paidThisYear) },
                    { key: 'how', label: texts.how, value: texts.howText },
                  ]}
                />
              </Card>
            </>
          )}
        </Answered>
        <Note>{texts.note}</Note>
      </div>
      <HelpRow page="coupons" />
    </RouteScreen>
  )
}

const CouponRow = ({ coupon }: { readonly coupon: Coupon }) => {
  const texts = couponsTexts.use()
  const name = coupon.name[useLanguage()]
  const [now] = useState(() => Date.now())
  const isSoon = coupon.state === 'available' && Date.parse(coupon.until) - now < soonMs
  return (
    <>
      <span className={styles.worth}>
        <span className={styles.amount}>{formatMoney(coupon.amount)}</span>
        <span className={styles.small}>{texts.pays}</span>
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span className={cx(styles.small, isSoon && styles.soon)}>{endOf(coupon, texts)}</span>
        {texts.terms.map((line) => (
          <span key={line} className={styles.small}>
            {line}
          </span>
        ))}
      </span>
      {coupon.state === 'available' ? (
        <LinkButton kind="quiet" small href="/market/market">
          {texts.go}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
      ) : coupon.entryId === null ? null : (
        <LinkButton kind="quiet" small href={`/user/FundingDetails?view=entry&id=${coupon.entryId}`}>
          {texts.entry}
          <span className="visually-hidden"> {name}</span>
        </LinkButton>
      )}
    </>
  )
}

function endOf(coupon: Coupon, texts: ReturnType<typeof couponsTexts.use>): string {
  if (coupon.state === 'available') return texts.until(lastDay(coupon.until))
  if (coupon.state === 'expired') return texts.ended(lastDay(coupon.until))
  return coupon.usedAt === null
    ? texts.waits
    : texts.back(formatMoney(coupon.used), formatDate(coupon.usedAt))
}

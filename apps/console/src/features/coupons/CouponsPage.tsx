import { formatMoney } from '@fairlot/money'
import { taipeiDate } from '@fairlot/rules/calendar'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { ConsoleTable } from '#kit/ConsoleTable.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { TopAside } from '#shell/Frame.tsx'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { GrantPopup } from './GrantPopup.tsx'
import { couponsTexts } from './texts/index.ts'
import styles from './Coupons.module.css'

const grantedAt = ({ grantedAt }: { readonly grantedAt: string }) => <Moment at={grantedAt} />

/** The last day in Taiwan on which the coupon is usable. */
const lastDay = (until: string): string => taipeiDate(Date.parse(until) - 1).replaceAll('-', '/')

export function CouponsPage() {
  const texts = couponsTexts.use()
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const read = useRead('/coupons/grants', {}, { every: 15_000 })
  const [granting, setGranting] = useState(false)
  return (
    <div className={styles.page}>
      {mayPropose ? (
        <TopAside>
          <ConsoleButton small onPress={() => setGranting(true)}>
            {texts.open}
          </ConsoleButton>
        </TopAside>
      ) : null}
      <p className={styles.intro}>{texts.intro}</p>
      <Answered read={read}>
        {({ grants, setAside }) => (
          <>
            <section className={styles.card}>
              <dl className={styles.sum}>
                <dt>{texts.setAside}</dt>
                <dd className="num">{formatMoney(setAside, { symbol: true })}</dd>
              </dl>
            </section>
            <section className={styles.card}>
              <h2 className={styles.title}>{texts.granted}</h2>
              <ConsoleTable
                label={texts.granted}
                rows={grants}
                keyOf={({ grantId }) => grantId}
                name={{ title: texts.number, of: ({ number }) => number }}
                onOpen={({ reviewId }) => navigate(`/queue?kind=coupon-grant&review=${reviewId}`)}
                columns={[
                  { key: 'name', title: texts.name, cell: ({ name }) => name[language] },
                  {
                    key: 'amount',
                    title: texts.amount,
                    right: true,
                    cell: ({ amount }) => formatMoney(amount),
                  },
                  { key: 'members', title: texts.members, right: true, cell: ({ members }) => members },
                  {
                    key: 'state',
                    title: texts.state,
                    right: true,
                    cell: ({ available, used, expired }) => `${available} / ${used} / ${expired}`,
                  },
                  { key: 'paid', title: texts.paid, right: true, cell: ({ paid }) => formatMoney(paid) },
                  { key: 'until', title: texts.until, right: true, cell: ({ until }) => lastDay(until) },
                  {
                    key: 'at',
                    title: texts.at,
                    right: true,
                    wide: true,
                    cell: grantedAt,
                  },
                ]}
                empty={<p className={styles.intro}>{texts.empty}</p>}
              />
            </section>
          </>
        )}
      </Answered>
      {granting ? <GrantPopup onClose={() => setGranting(false)} /> : null}
    </div>
  )
}

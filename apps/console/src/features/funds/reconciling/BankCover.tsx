import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney } from '@fairlot/money'
import { cx, Icon } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText, formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { fundsTexts } from '../texts/index.ts'
import { ClosedDays, MinuteRuns } from './RunCards.tsx'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

type Cover = ConsoleDataOf<'/funds/bankCover'>
type CoverRow = Cover['rows'][number]

const differenceOf = ({ bank, books }: Pick<CoverRow, 'bank' | 'books'>): bigint =>
  BigInt(bank) - BigInt(books)
const signed = (amount: bigint): string => formatMoney(amount, { plus: true })

/** The books compared with the bank's own lines, per channel, and how long they have differed. */
export function BankCover() {
  const read = useRead('/funds/bankCover', {}, { every: 10_000 })
  const recon = useRead('/funds/reconciliation', {}, { every: 10_000, keep: true })
  return (
    <div className={shared.page}>
      <Answered read={read}>
        {(cover) => (
          <>
            <CoverBanner cover={cover} />
            <CoverTable rows={cover.rows} />
            <div className={styles.three}>
              <Owners owners={cover.owners} />
              {recon.data === undefined ? null : <MinuteRuns recon={recon.data} />}
              {recon.data === undefined ? null : <ClosedDays recon={recon.data} />}
            </div>
            <Gaps cover={cover} />
          </>
        )}
      </Answered>
    </div>
  )
}

function CoverBanner({ cover }: { readonly cover: Cover }) {
  const texts = fundsTexts.use().cover
  const language = useLanguage()
  const twd = cover.rows.filter(({ currency }) => currency === 'TWD')
  const off = twd.reduce((sum, row) => sum + differenceOf(row), 0n)
  const lines = cover.rows.reduce((sum, row) => sum + row.lines, 0)
  const differs = cover.rows.some((row) => differenceOf(row) !== 0n)
  return (
    <section className={cx(styles.banner, differs && styles.warn)}>
      <Icon name="bank" size={1.5} />
      <div>
        <h2>{differs ? texts.differs(signed(off)) : texts.fine}</h2>
        <p>
          {texts.summary(
            cover.rows.length,
            lines,
            cover.lastStatement === null ? null : momentText(cover.lastStatement),
          )}
          {language === 'tw' ? '' : ' '}
          {cover.coverHours === 0 ? texts.onlyShown : texts.stopsAfter(cover.coverHours)}
        </p>
      </div>
    </section>
  )
}

function CoverTable({ rows }: { readonly rows: readonly CoverRow[] }) {
  const texts = fundsTexts.use().cover
  const language = useLanguage()
  const now = useNow()
  return (
    <section className={shared.card}>
      <table className={shared.table} aria-label={texts.label}>
        <thead>
          <tr>
            <th scope="col">{texts.channel}</th>
            <th scope="col" className={shared.right}>
              {texts.lines}
            </th>
            <th scope="col" className={shared.right}>
              {texts.bank}
            </th>
            <th scope="col" className={shared.right}>
              {texts.books}
            </th>
            <th scope="col" className={shared.right}>
              {texts.difference}
            </th>
            <th scope="col" className={shared.right}>
              {texts.age}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const off = differenceOf(row)
            return (
              <tr key={`${row.account} ${row.currency}`}>
                <th scope="row">
                  {row.channel?.[language] ?? row.account}
                  <small>
                    {row.currency} {row.channel === null ? '' : row.account}
                  </small>
                </th>
                <td className={shared.right}>{texts.lineCount(row.lines)}</td>
                <td className={shared.right}>{formatMoney(row.bank)}</td>
                <td className={shared.right}>{formatMoney(row.books)}</td>
                <td className={cx(shared.right, shared.strong, off === 0n ? styles.even : styles.uneven)}>
                  {off === 0n ? formatMoney(0n) : signed(off)}
                </td>
                <td className={shared.right}>
                  {off === 0n || row.since === null
                    ? '—'
                    : formatWait(minutesBetween(row.since, now), language)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Owners({ owners }: { readonly owners: Cover['owners'] }) {
  const texts = fundsTexts.use().cover
  const twd = owners.find(({ currency }) => currency === 'TWD')
  if (twd === undefined) return null
  const rows = [
    [texts.members, twd.members],
    [texts.suspense, twd.suspense],
    [texts.payouts, twd.payouts],
    [texts.house, twd.house],
  ] as const
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.whose}
        <small>{twd.currency}</small>
      </h2>
      <dl className={shared.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{formatMoney(value)}</dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>{texts.booksTotal}</dt>
          <dd className="num">{formatMoney(twd.bank)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Gaps({ cover: { gaps, rows } }: { readonly cover: Cover }) {
  const texts = fundsTexts.use().cover
  const language = useLanguage()
  const now = useNow()
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.gaps}
        <small>{texts.gapsText}</small>
      </h2>
      {gaps.length === 0 ? (
        <p className={shared.plain}>{texts.noGaps}</p>
      ) : (
        <table className={shared.table} aria-label={texts.gaps}>
          <thead>
            <tr>
              <th scope="col">{texts.difference}</th>
              <th scope="col">{texts.channel}</th>
              <th scope="col">{texts.began}</th>
              <th scope="col">{texts.age}</th>
              <th scope="col">{texts.cause}</th>
            </tr>
          </thead>
          <tbody>
            {gaps.map(({ kind, id, account, currency, amount, at }) => (
              <tr key={`${kind} ${id}`}>
                <th scope="row" className={cx('num', styles.uneven)}>
                  {signed(BigInt(amount))} {currency === 'TWD' ? '' : currency}
                </th>
                <td>{rows.find((row) => row.account === account)?.channel?.[language] ?? account}</td>
                <td className="num">
                  <Moment at={at} />
                </td>
                <td className="num">{formatWait(minutesBetween(at, now), language)}</td>
                <td>
                  {texts.kinds[kind]}{' '}
                  <a
                    className={styles.link}
                    href={
                      kind === 'open-line' || kind === 'suspense' || kind === 'sent-back'
                        ? `#/deposits/lines?line=${id}`
                        : kind === 'payout' || kind === 'returned-payout'
                          ? `#/withdrawals?id=${id}`
                          : kind === 'undecided-line'
                            ? `#/deposits/lines?state=matched&line=${id}`
                            : `#/deposits?state=passed&id=${id}`
                    }
                  >
                    {texts.open}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

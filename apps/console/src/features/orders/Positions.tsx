import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney } from '@fairlot/money'
import { percentBp } from '@fairlot/rules/figures'
import { cx, Empty, StatusChip } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { grouped, timesOf } from './order-text.ts'
import { ordersTexts } from './texts/index.ts'
import styles from './Orders.module.css'

type Holdings = ConsoleDataOf<'/positions/holdings'>
type Account = Holdings['accounts'][number]
type Position = Account['positions'][number]

interface PositionsProps {
  readonly text: string | null
  readonly symbol: string | null
}

/** The open positions of the members that the text names, with the figures of their margin. */
export function Positions({ text, symbol }: PositionsProps) {
  const texts = ordersTexts.use()
  const read = useRead(
    '/positions/holdings',
    { text: text ?? ' ', ...(symbol === null ? {} : { symbol }) },
    { enabled: text !== null },
  )
  if (text === null)
    return <Empty nothing={texts.startPositions} text={texts.startPositionsText} icon="search" />
  return (
    <Answered read={read}>
      {({ accounts, at }) =>
        accounts.length === 0 ? (
          <Empty nothing={texts.noMember} text={texts.noMemberText} icon="mine" />
        ) : (
          <div className={styles.accounts}>
            {accounts.map((account) => (
              <AccountCard key={account.member.memberId} account={account} at={at} />
            ))}
          </div>
        )
      }
    </Answered>
  )
}

const percent = (bp: number): string => `${(bp / 100).toFixed(2)}%`
const tone = (amount: string): string | undefined =>
  amount === '0' ? undefined : amount.startsWith('-') ? styles.down : styles.up

function AccountCard({ account, at }: { readonly account: Account; readonly at: string }) {
  const texts = ordersTexts.use()
  const { accounts } = texts
  const { member } = account
  const who = `${member.name ?? member.account} ${member.number}`
  const figures: readonly (readonly [string, string])[] = [
    [accounts.total, formatMoney(account.total)],
    [accounts.available, formatMoney(account.available)],
    [accounts.margin, formatMoney(account.margin)],
    [accounts.loans, formatMoney(account.loans)],
    [accounts.unrealised, formatMoney(account.unrealised, { plus: true })],
    [accounts.ratio, account.ratioBp === null ? accounts.noDebt : percent(account.ratioBp)],
    ...(account.called === '0' ? [] : [[accounts.called, formatMoney(account.called)] as const]),
  ]
  return (
    <section className={styles.account} aria-label={accounts.label(who)}>
      <h2 className={styles.title}>
        <a className={styles.link} href={`#/members?member=${member.memberId}`}>
          {who}
        </a>
        <small>
          <Moment at={at} />
        </small>
      </h2>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {account.positions.length === 0 ? (
        <p className={styles.none}>{texts.noPositions}</p>
      ) : (
        <PositionTable positions={account.positions} />
      )}
    </section>
  )
}

function PositionTable({ positions }: { readonly positions: readonly Position[] }) {
  const texts = ordersTexts.use()
  const language = useLanguage()
  const { accounts, columns } = texts
  return (
    <table className={styles.table} aria-label={accounts.table}>
      <thead>
        <tr>
          <th scope="col">{columns.stock}</th>
          <th scope="col">{columns.side}</th>
          <th scope="col">{columns.shares}</th>
          <th scope="col">{accounts.cost}</th>
          <th scope="col">{accounts.last}</th>
          <th scope="col">{accounts.marginOf}</th>
          <th scope="col">{accounts.loan}</th>
          <th scope="col">{accounts.net}</th>
          <th scope="col">{accounts.rate}</th>
          <th scope="col">{accounts.call}</th>
        </tr>
      </thead>
      <tbody>
        {positions.map((one) => {
          const rate = one.unrealised === null ? null : percentBp(BigInt(one.unrealised), BigInt(one.margin))
          return (
            <tr key={one.positionId}>
              <th scope="row">
                {language === 'tw' ? one.nameTw : one.nameEn} <span className="num">{one.symbol}</span>
              </th>
              <td>
                <StatusChip tone={one.direction === 'long' ? 'up' : 'down'}>
                  {one.direction === 'long' ? texts.long(timesOf(one.multiple)) : texts.short}
                </StatusChip>
              </td>
              <td>{grouped(one.shares)}</td>
              <td>{formatMoney(BigInt(one.price))}</td>
              <td>{one.last === null ? '—' : formatMoney(BigInt(one.last))}</td>
              <td>{formatMoney(one.margin)}</td>
              <td>{formatMoney(one.loan)}</td>
              <td className={cx(one.unrealised !== null && tone(one.unrealised))}>
                {one.unrealised === null ? '—' : formatMoney(one.unrealised, { plus: true })}
              </td>
              <td className={cx(one.unrealised !== null && tone(one.unrealised))}>
                {rate === null ? '—' : percent(rate)}
              </td>
              <td>{one.callPrice === null ? '—' : formatMoney(BigInt(one.callPrice))}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

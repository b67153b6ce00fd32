import { journalAccounts, type JournalAccount } from '@fairlot/contract/funds/states'
import { cx, Icon, IconButton } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { fundsTexts } from '../texts/index.ts'
import type { Draft, TypedLine } from './use-draft.ts'
import shared from '../Funds.module.css'
import styles from './Journal.module.css'

/** The lines of a correction, debit and credit, and whether they are equal. */
export function LinesCard({ draft }: { readonly draft: Draft }) {
  const texts = fundsTexts.use().journal
  const sum = (of: (amount: bigint) => boolean): bigint =>
    draft.amounts.reduce<bigint>(
      (total, amount) => (amount !== null && of(amount) ? total + amount : total),
      0n,
    )
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.lines}
        <small>{texts.linesText}</small>
      </h2>
      <table className={cx(shared.table, styles.lines)}>
        <thead>
          <tr>
            <th scope="col">{texts.accountHead}</th>
            <th scope="col" className={shared.right}>
              {texts.debit}
            </th>
            <th scope="col" className={shared.right}>
              {texts.credit}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {draft.lines.map((line, n) => (
            <Line key={line.key} line={line} n={n + 1} draft={draft} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            <td className={shared.right}>{formatMoney(-sum((amount) => amount < 0n))}</td>
            <td className={shared.right}>{formatMoney(sum((amount) => amount > 0n))}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <div className={styles.under}>
        {draft.lines.length < 8 ? (
          <ConsoleButton small kind="quiet" onPress={draft.add}>
            {texts.addLine}
          </ConsoleButton>
        ) : null}
        <span className={cx('num', draft.isBalanced ? styles.equal : styles.off)} role="status">
          {draft.isBalanced ? <Icon name="check" size={1} weight={2} /> : null}
          {draft.isBalanced
            ? texts.equal
            : draft.off === 0n
              ? texts.noAmounts
              : texts.off(formatMoney(draft.off))}
        </span>
      </div>
    </section>
  )
}

interface LineProps {
  readonly line: TypedLine
  /** Its place, counted from one. */
  readonly n: number
  readonly draft: Draft
}

function Line({ line, n, draft }: LineProps) {
  const { journal: texts, accounts } = fundsTexts.use()
  return (
    <tr>
      <td>
        <select
          aria-label={texts.accountOf(n)}
          value={line.account}
          onChange={(event) => draft.change(line.key, { account: event.target.value as JournalAccount })}
        >
          {journalAccounts.map((account) => (
            <option key={account} value={account}>
              {accounts[account]}
            </option>
          ))}
        </select>
        <small className="mono">{line.account}</small>
      </td>
      {(['debit', 'credit'] as const).map((side) => (
        <td key={side} className={shared.right}>
          <input
            className="num"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            aria-label={side === 'debit' ? texts.debitOf(n) : texts.creditOf(n)}
            value={line[side]}
            onChange={(event) => draft.change(line.key, { [side]: event.target.value })}
          />
        </td>
      ))}
      <td className={shared.right}>
        {draft.lines.length > 2 ? (
          <IconButton name="close" size={1} label={texts.dropLine(n)} onPress={() => draft.drop(line.key)} />
        ) : null}
      </td>
    </tr>
  )
}

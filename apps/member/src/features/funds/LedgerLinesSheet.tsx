// Every line behind the balance, added up on the phone, with the verdict as an evidence block.

import { Empty, ErrorState, Evidence, KeyValues, Money, Sheet, SkeletonRows } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { useMoment } from '#shell/format.ts'
import { MoreButton } from '#shell/MoreButton.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { checkLines } from './check-lines.ts'
import { fundsTexts } from './texts/index.ts'
import { useLedgerLines } from './use-ledger-lines.ts'
import styles from './LedgerLinesSheet.module.css'

type Line = DataOf<'/funds/ledgerLines'>['lines'][number]

interface Props {
  readonly asset: string
  readonly open: boolean
  readonly onClose: () => void
}

export const LedgerLinesSheet = ({ asset, open, onClose }: Props) => {
  const texts = fundsTexts.use()
  const { close } = shellTexts.use()
  return (
    <Sheet open={open} onClose={onClose} title={texts.title} closeLabel={close}>
      {open ? <Lines asset={asset} /> : null}
    </Sheet>
  )
}

const Lines = ({ asset }: { asset: string }) => {
  const texts = fundsTexts.use()
  const shell = shellTexts.use()
  const read = useLedgerLines(asset, true)
  const pages = read.data
  if (pages === undefined)
    return read.isError ? (
      <ErrorState
        title={shell.readFailed.title}
        text={shell.readFailed.text}
        retry={{ label: shell.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
      />
    ) : (
      <SkeletonRows label={shell.loading} count={5} />
    )
  const lines = pages.flatMap((page) => page.lines)
  const balance = pages[0]?.balance ?? '0'
  if (lines.length === 0) return <Empty nothing={shell.nothing} text={texts.none} icon="funds" />
  return (
    <div className={styles.body}>
      <div>
        <p className={styles.label}>{texts.balance}</p>
        <Money symbol="NT$" text={formatMoney(balance)} size="display" />
      </div>
      <Check lines={lines} balance={balance} complete={!read.hasNextPage} />
      <div>
        <h3 className={styles.label}>{texts.lines}</h3>
        <ul>
          {lines.map((line) => (
            <LineRow key={line.lineId} line={line} />
          ))}
        </ul>
      </div>
      <MoreButton read={read}>{texts.older}</MoreButton>
      <p className={styles.intro}>{texts.intro}</p>
    </div>
  )
}

/** The kind of `member/<id>/TWD/receivable@2026-11-17` is `receivable`. */
const kindOf = (account: string): string => account.slice(account.lastIndexOf('/') + 1).replace(/@.*$/, '')

const LineRow = ({ line }: { line: Line }) => {
  const texts = fundsTexts.use()
  const moment = useMoment()
  return (
    <li className={styles.line}>
      <span className={styles.texts}>
        <span className={styles.event}>{texts.events[line.event] ?? line.event}</span>
        <span className={styles.small}>
          {texts.accounts[kindOf(line.account)] ?? kindOf(line.account)} · {moment(line.postedAt)}
        </span>
      </span>
      <span className={styles.figures}>
        <span className="num">{formatMoney(line.amount, { plus: true })}</span>
        <span className={styles.small}>{texts.after(formatMoney(line.balanceAfter))}</span>
      </span>
    </li>
  )
}

interface CheckProps {
  readonly lines: readonly Line[]
  readonly balance: string
  readonly complete: boolean
}

const Check = ({ lines, balance, complete }: CheckProps) => {
  const texts = fundsTexts.use()
  const verdict = checkLines(lines, balance, complete)
  const title = texts.verdict.title
  if (verdict.state === 'so-far')
    return (
      <Evidence title={title} verdict={texts.verdict.soFar}>
        {texts.soFar(lines.length)}
      </Evidence>
    )
  const figures = [
    { key: 'sum', label: texts.sum, value: formatMoney(verdict.sum) },
    { key: 'balance', label: texts.balanceRow, value: formatMoney(balance) },
    {
      key: 'difference',
      label: texts.difference,
      value: formatMoney(verdict.sum - BigInt(balance)),
      sum: true,
    },
  ]
  const fits = verdict.state === 'adds-up'
  return (
    <Evidence
      title={title}
      verdict={fits ? texts.verdict.addsUp : texts.verdict.mismatch}
      tone={fits ? 'ok' : 'crit'}
    >
      <p className={styles.sentence}>{fits ? texts.addsUp(lines.length) : texts.mismatch}</p>
      <KeyValues items={figures} />
    </Evidence>
  )
}

// The history of one fill, from the order's arrival to the ledger, and whether its text is the one the platform signed.
// Everything shown is read from that text and checked on this phone.

import { checkFill, fillFile, type FillVerdict } from '@fairlot/proof'
import { Button, Evidence, Hash, KeyValues } from '@fairlot/ui'
import { useCallback, useState } from 'react'
import type { DataOf } from '@fairlot/contract'
import { formatPrice } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { browserTools } from '@fairlot/app-shell/browser-tools'
import { Checks } from './Checks.tsx'
import { useKeepFinding } from './findings.ts'
import { clockText, readFill, waitedMs, wayOf } from './read-fill.ts'
import { saveJson } from './save-json.ts'
import { shortHash } from './short-hash.ts'
import { auditTexts } from './texts/index.ts'
import { type Checked, useCheck } from './use-check.ts'
import styles from './Audit.module.css'

type Answer = DataOf<'/audit/fillEvidence'>

interface Props {
  /** `shard/event/side`. */
  readonly fillId: string
}

export const EvidenceCard = ({ fillId }: Props) => {
  const read = useRead('/audit/fillEvidence', { fillId })
  return (
    <Answered read={read}>
      {(answer) => (
        <Shown fillId={fillId} answer={answer} ask={() => void read.refetch()} asking={read.isFetching} />
      )}
    </Answered>
  )
}

interface ShownProps extends Props {
  readonly answer: Answer
  readonly ask: () => void
  readonly asking: boolean
}

const price = (hundredths: number | undefined): string =>
  formatPrice(hundredths === undefined ? undefined : BigInt(hundredths))

const Shown = ({ fillId, answer, ask, asking }: ShownProps) => {
  const texts = auditTexts.use()
  const { copy } = shellTexts.use()
  const [open, setOpen] = useState(false)
  const check = useCallback(() => checkFill(browserTools, fillId, answer), [fillId, answer])
  const { checked, again } = useCheck(check)
  const standing = standingOf(checked)
  useKeepFinding('fills', fillId, standing === 'verified' ? true : standing === 'differs' ? false : undefined)
  const fill = readFill(answer.body)
  const figures = [
    { key: 'best', label: texts.best, value: `${price(fill.bids[0]?.[0])}／${price(fill.asks[0]?.[0])}` },
    { key: 'price', label: texts.price, value: price(fill.price) },
    { key: 'sequence', label: texts.sequence, value: Number(fill.sequence).toLocaleString('en-US') },
    { key: 'event', label: texts.event, value: Number(fill.event).toLocaleString('en-US') },
  ]
  const recompute = () => {
    ask()
    again()
    setOpen(true)
  }
  return (
    <Evidence
      title={texts.fillTitle}
      verdict={texts.standing[standing]}
      tone={standing === 'differs' ? 'crit' : 'ok'}
    >
      <p>{standing === 'differs' ? texts.differs : texts.way(waitedMs(fill), wayOf(fill))}</p>
      <ol className={styles.flow}>
        {(['received', 'matched', 'settled'] as const).map((moment) => (
          <li key={moment}>
            <b>{texts.moments[moment]}</b>
            <span className="num">{clockText(fill[moment])}</span>
          </li>
        ))}
      </ol>
      <KeyValues items={figures} />
      <p className={styles.label}>{texts.hash}</p>
      <Hash text={shortHash(answer.hash)} full={answer.hash} copy={copy} />
      {open ? <Result checked={checked} answer={answer} /> : null}
      {standing === 'waiting' ? <p className={styles.note}>{texts.waiting}</p> : null}
      <div className={styles.buttons}>
        <Button kind="quiet" small loading={asking || checked.state === 'running'} onPress={recompute}>
          {texts.recompute}
        </Button>
        <Button
          kind="quiet"
          small
          onPress={() =>
            saveJson(`fairlot-fill-${fillId.replaceAll('/', '-')}.json`, fillFile(fillId, answer))
          }
        >
          {texts.download}
        </Button>
      </div>
    </Evidence>
  )
}

type Standing = 'checking' | 'impossible' | 'waiting' | 'verified' | 'unsigned' | 'differs'

function standingOf(checked: Checked<FillVerdict>): Standing {
  if (checked.state === 'running') return 'checking'
  if (checked.state === 'impossible') return 'impossible'
  const { hash, path, signature, receipt } = checked.result
  if ([hash, path, signature, receipt].includes('wrong')) return 'differs'
  if (path === 'absent') return 'waiting'
  return signature === 'unknown' ? 'unsigned' : 'verified'
}

const Result = ({ checked, answer }: { readonly checked: Checked<FillVerdict>; readonly answer: Answer }) => {
  const texts = auditTexts.use()
  if (checked.state !== 'done') return null
  const { hash, path, signature, receipt } = checked.result
  const { rows } = texts
  const root = answer.proof?.root
  return (
    <>
      <Checks
        rows={[
          { key: 'hash', ...rows.text, verdict: hash, value: '' },
          {
            key: 'path',
            title: rows.tree.title,
            caption: root === undefined ? rows.tree.none : rows.tree.caption(root.date, root.leaves),
            verdict: path,
            value: root === undefined ? '' : `${answer.proof!.path.length}／${answer.proof!.path.length}`,
          },
          {
            key: 'signature',
            title: rows.signature.title,
            caption: signature === 'unknown' ? rows.signature.unknown : rows.signature.caption,
            verdict: signature,
            value: root?.keyId ?? '',
          },
          { key: 'receipt', ...rows.receipt, verdict: receipt, value: '' },
        ]}
      />
      <p className={styles.note}>{texts.took(Math.max(1, Math.round(checked.ms)))}</p>
    </>
  )
}

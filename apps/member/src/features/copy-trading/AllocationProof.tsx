// The evidence of one parent order for this copy: the division is repeated on this phone.

import type { DataOf } from '@fairlot/contract'
import { browserTools } from '@fairlot/app-shell/browser-tools'
import { Button, Evidence, Hash } from '@fairlot/ui'
import { readCopyLine } from '@fairlot/rules/copy-trading'
import { useCallback } from 'react'
import { type Checked, Checks, shortHash, useCheck, useKeepFinding } from '#features/audit'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import {
  type AllocationVerdict,
  checkAllocation,
  type CopyEvidence,
  type Openings,
} from './check-allocation.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

interface Props {
  readonly copyId: string
  readonly allocation: DataOf<'/copy-trading/read'>['allocations'][number]
}

export const AllocationProof = ({ copyId, allocation }: Props) => {
  const read = useRead('/audit/copyEvidence', { copyId, blockId: allocation.blockId })
  return (
    <Answered read={read}>
      {(evidence) => <WithOpening copyId={copyId} allocation={allocation} evidence={evidence} />}
    </Answered>
  )
}

interface Evident extends Props {
  readonly evidence: CopyEvidence
}

/** The published draw of the day in the record. */
const WithOpening = (props: Evident) => {
  const date = readCopyLine(props.evidence.body)?.date
  const read = useRead('/draws/openings', date === undefined ? {} : { date })
  return <Answered read={read}>{({ openings }) => <Shown {...props} openings={openings} />}</Answered>
}

const Shown = ({ copyId, allocation, evidence, openings }: Evident & { readonly openings: Openings }) => {
  const texts = copyTradingTexts.use().proof
  const { copy } = shellTexts.use()
  const check = useCallback(
    () => checkAllocation(browserTools, copyId, allocation, evidence, openings),
    [copyId, allocation, evidence, openings],
  )
  const { checked, again } = useCheck(check)
  const standing = standingOf(checked)
  useKeepFinding(
    'copies',
    allocation.blockId,
    standing === 'verified' ? true : standing === 'differs' ? false : undefined,
  )
  return (
    <Evidence
      title={texts.title}
      verdict={texts.standing[standing]}
      tone={standing === 'differs' ? 'crit' : 'ok'}
    >
      <p>{standing === 'differs' ? texts.differs : texts.text}</p>
      {checked.state === 'done' ? (
        <Checks
          rows={(['hash', 'seed', 'list', 'shares', 'average', 'path', 'signature'] as const).map((key) => ({
            key,
            ...texts.rows[key],
            verdict: checked.result[key],
            value: '',
          }))}
        />
      ) : null}
      <Hash text={shortHash(evidence.hash)} full={evidence.hash} copy={copy} />
      {standing === 'waiting' ? <p className={styles.small}>{texts.waiting}</p> : null}
      <div>
        <Button kind="quiet" small loading={checked.state === 'running'} onPress={again}>
          {texts.recompute}
        </Button>
      </div>
    </Evidence>
  )
}

type Standing = 'checking' | 'impossible' | 'waiting' | 'verified' | 'partly' | 'differs'

function standingOf(checked: Checked<AllocationVerdict>): Standing {
  if (checked.state === 'running') return 'checking'
  if (checked.state === 'impossible') return 'impossible'
  const verdicts = Object.values(checked.result)
  if (verdicts.includes('wrong')) return 'differs'
  if (checked.result.path === 'absent') return 'waiting'
  return verdicts.includes('unknown') ? 'partly' : 'verified'
}

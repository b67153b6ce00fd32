// The part of a copy in one parent order, recomputed on this phone from its record and the published list.

import type { DataOf } from '@fairlot/contract'
import { checkRoot, hex, leafHash, rootOfPath, textBytes, type Tools, type Verdict } from '@fairlot/proof'
import { type CopyLineRecord, dayOrderText, readCopyLine, recomputeLine } from '@fairlot/rules/copy-trading'

export type CopyEvidence = DataOf<'/audit/copyEvidence'>
export type Openings = DataOf<'/draws/openings'>['openings']

/** What the screen shows, which must be what was signed. */
export interface ShownAllocation {
  readonly blockId: string
  readonly place: number
  readonly planned: number
  readonly shares: number
  readonly filledValue: string
}

export interface AllocationVerdict {
  /** The text has the hash that is shown, and is about this copy and these figures. */
  readonly hash: Verdict
  readonly path: Verdict
  readonly signature: Verdict
  /** That of the day's published opening draw; `unknown` when none is published. */
  readonly seed: Verdict
  /** The list is the one of the record, in the order of the day, and has this copy at its place. */
  readonly list: Verdict
  readonly shares: Verdict
  /** The value is that of the one average. */
  readonly average: Verdict
}

const right = (is: boolean): Verdict => (is ? 'right' : 'wrong')

export async function checkAllocation(
  tools: Tools,
  copyId: string,
  shown: ShownAllocation,
  evidence: CopyEvidence,
  openings: Openings,
): Promise<AllocationVerdict> {
  const { body, hash, proof } = evidence
  const made = await leafHash(tools.sha256, body)
  const record = readCopyLine(body)
  const isShown =
    record?.copy === copyId &&
    record.block === shown.blockId &&
    record.place === shown.place &&
    record.planned === shown.planned &&
    record.shares === shown.shares &&
    record.amount === shown.filledValue
  const reached =
    proof &&
    (await rootOfPath(tools.sha256, { size: proof.root.leaves, n: proof.n, leaf: made, path: proof.path }))
  return {
    hash: right(made === hash && isShown),
    path: proof === null ? 'absent' : right(proof.root.kind === 'copies' && reached === proof.root.root),
    signature: proof === null ? 'absent' : await checkRoot(tools, proof.root),
    seed: seedVerdict(record, openings),
    ...(await divideAgain(tools, record, evidence.list)),
  }
}

function seedVerdict(record: CopyLineRecord | undefined, openings: Openings): Verdict {
  if (record === undefined) return 'wrong'
  const opening = openings.find(({ date }) => date === record.date)
  // A day that opened without a draw has no seed.
  return opening ? right(record.seed === (opening.draw?.seed ?? '')) : 'unknown'
}

async function divideAgain(
  { sha256 }: Tools,
  record: CopyLineRecord | undefined,
  list: string | null,
): Promise<Pick<AllocationVerdict, 'list' | 'shares' | 'average'>> {
  if (list === null) return { list: 'unknown', shares: 'unknown', average: 'unknown' }
  const hashOf = async (text: string): Promise<string> => hex(await sha256(textBytes(text)))
  const {
    date,
    mentor: mentorId,
    seed,
    copy: copyId,
  } = record ?? { date: '', mentor: '', seed: '', copy: '' }
  const key = await hashOf(dayOrderText({ date, mentorId, seed, copyId }))
  const line = record && recomputeLine(record, list, key)
  if (record === undefined || line === undefined) return { list: 'wrong', shares: 'wrong', average: 'wrong' }
  return {
    list: right(line.isListed && (await hashOf(list)) === record.list),
    shares: right(line.shares === record.shares),
    average: right(line.value.toString() === record.amount),
  }
}

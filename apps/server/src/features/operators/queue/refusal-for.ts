import { refuseVote, type Vote, type VoteRefusal } from '@fairlot/rules/operators'
import type { OperatorCaller } from '#platform/handler'
import type { Ending, QueueRow } from './store.ts'

/** The refusal this vote would get from the database now. */
export const refusalFor = (
  row: QueueRow,
  {
    isRelated,
    holdsTicket,
    separatedFrom,
    setBy,
  }: Pick<Ending, 'isRelated' | 'holdsTicket' | 'separatedFrom' | 'setBy'>,
  { operatorId, deviceId, roles }: OperatorCaller,
  vote: Vote,
  now: Date,
): VoteRefusal | undefined =>
  refuseVote(
    {
      ...row,
      approvals: row.approvedBy,
      rejections: row.rejectedBy,
      setBy: setBy.map((one) => one.operatorId),
    },
    {
      operatorId,
      device: deviceId,
      roles,
      related: isRelated && row.memberId !== null ? [row.memberId] : [],
      holdsTicket,
      separatedFrom,
    },
    vote,
    now,
  )

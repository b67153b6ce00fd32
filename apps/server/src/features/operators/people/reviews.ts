import { separatedUntil } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets'
import type { Execution, Review, ReviewKindHandler } from '../reviews/review-kind.ts'
import { deleteSubscriptionsOf } from '../pushing/store.ts'
import { lives } from '../signing-in/lives.ts'
import { revokeVotingKeys } from '../voting-keys/store.ts'
import { halfPlace, hashHalves, newHalf } from './halves.ts'
import { keepsAdmin } from './propose.ts'
import {
  countOtherAdmins,
  insertHalf,
  insertOperator,
  insertRelations,
  isLoginTaken,
  lockPeople,
  markLeft,
  readRoles,
  replaceRoles,
  type WantedRole,
} from './store.ts'

interface Addition {
  readonly action: 'add'
  readonly login: string
  readonly name: string
  readonly roles: readonly WantedRole[]
  readonly related: readonly string[]
}

interface Change {
  readonly action: 'roles'
  readonly operatorId: string
  readonly login: string
  readonly name: string
  readonly roles: readonly WantedRole[]
}

const proposalOf = (review: Review): Addition | Change => review.payload as unknown as Addition | Change

const written = (roles: readonly { readonly role: string; readonly until: Date | string | null }[]): string =>
  roles
    .map(({ role, until }) =>
      until === null ? role : `${role} (${new Date(until).toISOString().slice(0, 10)})`,
    )
    .join(', ')

/** Two operators decide who is added, changes roles or leaves; neither alone nor about themselves. */
export const operatorKind = (secrets: Secrets): ReviewKindHandler => ({
  kind: 'operator',

  async describe(tx, review) {
    const proposal = proposalOf(review)
    const facts = [
      { code: 'operator.login', value: proposal.login },
      { code: 'operator.name', value: proposal.name },
    ]
    if (proposal.action === 'add') {
      return {
        facts: [...facts, { code: 'operator.related', value: String(proposal.related.length) }],
        checks: [
          {
            ok: !(await isLoginTaken(tx, proposal.login)),
            code: 'operator.login-free',
            value: proposal.login,
          },
        ],
        lines: [{ code: 'operator.roles', before: null, after: written(proposal.roles) }],
        effects: ['operator.account-made', 'operator.enrolment-halves'],
      }
    }
    const left = (await countOtherAdmins(tx, proposal.operatorId)) + (keepsAdmin(proposal.roles) ? 1 : 0)
    return {
      facts,
      checks: [{ ok: left >= 2, code: 'operator.admins-left', value: String(left) }],
      lines: [
        {
          code: 'operator.roles',
          before: written(await readRoles(tx, proposal.operatorId)),
          after: written(proposal.roles),
        },
      ],
      effects: proposal.roles.length === 0 ? ['operator.leaves'] : ['operator.roles-change'],
    }
  },

  async execute(tx, review, context) {
    const proposal = proposalOf(review)
    await lockPeople(tx)
    return proposal.action === 'add' ? add(tx, secrets, proposal, context) : change(tx, proposal, context)
  },

  onRejected: () => Promise.resolve(),
})

/** The code is created here, in two halves: neither of the two approvers ever has all of it. */
async function add(
  tx: Tx,
  secrets: Secrets,
  proposal: Addition,
  { now, operators, requestId }: Execution,
): Promise<string> {
  const operatorId = newId(now.getTime())
  const [proposedBy, approvedBy] = operators
  if (proposedBy === undefined || approvedBy === undefined)
    throw new Error('a new operator needs two approvals')
  const halves = [
    { approverId: proposedBy, text: newHalf() },
    { approverId: approvedBy, text: newHalf() },
  ]
  const isNew = await insertOperator(tx, {
    operatorId,
    login: proposal.login,
    name: proposal.name,
    enrolmentHash: hashHalves(halves.map(({ text }) => text).join(' ')),
    enrolmentUntil: new Date(now.getTime() + lives.enrolmentMs),
    keyCodeHash: null,
    lineage: { proposedBy, approvedBy, separatedUntil: separatedUntil(now) },
    now,
  })
  if (!isNew) return 'login-taken'
  await replaceRoles(tx, operatorId, proposal.roles)
  await insertRelations(tx, operatorId, proposal.related)
  for (const { approverId, text } of halves) {
    await insertHalf(tx, operatorId, approverId, secrets.seal(halfPlace(operatorId), text))
  }
  await recordAudit(tx, {
    action: 'operators.added',
    actor: 'system',
    subject: `operator:${operatorId}`,
    details: { login: proposal.login, roles: proposal.roles, operators },
    requestId,
  })
  return 'passed'
}

async function change(tx: Tx, proposal: Change, { now, operators, requestId }: Execution): Promise<string> {
  const { operatorId, roles } = proposal
  if ((await countOtherAdmins(tx, operatorId)) + (keepsAdmin(roles) ? 1 : 0) < 2) return 'too-few-admins'
  await replaceRoles(tx, operatorId, roles)
  await deleteSubscriptionsOf(tx, operatorId)
  if (roles.length === 0) {
    await markLeft(tx, operatorId, now)
    await revokeVotingKeys(tx, operatorId, null)
  }
  await recordAudit(tx, {
    action: roles.length === 0 ? 'operators.left' : 'operators.roles-changed',
    actor: 'system',
    subject: `operator:${operatorId}`,
    details: { roles, operators },
    requestId,
  })
  return 'passed'
}

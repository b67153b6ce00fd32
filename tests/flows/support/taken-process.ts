// Writes docs/architecture/taken-process.md and the table of posting rights in docs/architecture/money.md from the real
// grants. Only the sentence of each process is written by hand.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '@fairlot/testkit/sql'
import { formatText } from '../../../scripts/format-text.ts'
import {
  type PostingRight,
  readFunctionRights,
  readMemberships,
  readPostingRights,
  readProcessRoles,
  readTableRights,
} from './database-rights.ts'

const root = join(import.meta.dirname, '../../..')
export const takenProcessFile = join(root, 'docs/architecture/taken-process.md')
export const moneyFile = join(root, 'docs/architecture/money.md')

const processes: Readonly<Record<string, string>> = {
  fairlot_api: 'api, reached from the internet',
  fairlot_console: "console, reached from the operators' network",
  fairlot_worker: 'worker: timed work, what two people have decided',
  fairlot_settlement: 'settlement: books what the exchange has matched, and what falls due',
  fairlot_exchange: 'exchange: one per shard',
  fairlot_quotes: 'quotes: prices, candles and indices for screens; no decision reads them',
  fairlot_live: 'live, reached from the internet',
  fairlot_practice: 'practice: the simulated participants',
  fairlot_practice_proposer: 'practice-propose: proposes practice offers and the release of their draws',
  fairlot_practice_approver: 'practice-approve: approves what the other has proposed',
  fairlot_seed: 'seed: runs once when an installation is set up, and for imports of public files',
  fairlot_reader: 'reconciliation by hand, verify-audit, reports',
}

const code = (text: string): string => `\`${text}\``
const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map(code).join(', ')

const signs = { in: '+', out: '−', both: '±' } as const

function accountOf({ account, direction, assets }: PostingRight): string {
  return `${signs[direction]}\u00a0${account}${assets === 'any' ? '' : ` (${assets})`}`
}

function bounds(rights: readonly PostingRight[]): string {
  const said = new Set<string>()
  for (const { account, scope, max, once, practice, openedBy, mirrors } of rights) {
    if (scope === 'within-owner') said.add('never from one owner to another')
    if (scope === 'one-owner') said.add('one owner')
    if (once) said.add('once per owner')
    if (max !== null) said.add(`at most ${max} minor units a line`)
    if (practice) said.add('practice money only')
    if (openedBy !== null) said.add(`holds of ${openedBy} only`)
    if (mirrors !== null) said.add(`${account} moves as much as ${mirrors.join(' and ')}`)
  }
  return [...said].join('; ')
}

const byEvent = (rights: readonly PostingRight[]): Map<string, PostingRight[]> => {
  const events = new Map<string, PostingRight[]>()
  for (const right of rights) events.set(right.event, [...(events.get(right.event) ?? []), right])
  return events
}

/** Whether an entry of this event can raise a member's free balance with something the member did not own. */
const givesMembers = (rights: readonly PostingRight[]): boolean =>
  rights.some(
    ({ account, direction, scope }) =>
      account === 'member/available' && direction !== 'out' && scope === 'any',
  )

export async function postingRightsTable(owner: Pick<Sql, 'query'>): Promise<string> {
  const [all, processRoles] = [await readPostingRights(owner), await readProcessRoles(owner)]
  const lines = ['| Role | Event | Lines it may write | Bounds |', '| --- | --- | --- | --- |']
  for (const role of processRoles) {
    for (const [event, rights] of byEvent(all.filter((right) => right.role === role)))
      lines.push(
        `| ${code(role)} | ${code(event)} | ${rights.map(accountOf).join(', ')} | ${bounds(rights)} |`,
      )
  }
  return lines.join('\n')
}

const start = '<!-- posting rights: written by tests/flows/role-rights.test.ts -->'
const end = '<!-- end of posting rights -->'

export async function moneyText(owner: Pick<Sql, 'query'>): Promise<string> {
  const before = readFileSync(moneyFile, 'utf8')
  const [from, to] = [before.indexOf(start), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${moneyFile} lacks the marks around the posting rights`)
  const table = await postingRightsTable(owner)
  return formatText(moneyFile, `${before.slice(0, from + start.length)}\n\n${table}\n\n${before.slice(to)}`)
}

interface Question {
  readonly ask: string
  /** The SQL that gives the answer. */
  readonly by: (role: string) => string
}

const can =
  (sql: string): Question['by'] =>
  (role) =>
    sql.replaceAll('$role', `'${role}'`)
const mayCall = (name: string) =>
  can(
    `EXISTS (SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname || '.' || p.proname = '${name}' AND has_function_privilege($role, p.oid, 'EXECUTE'))`,
  )
const mayWrite = (tables: string) =>
  can(
    `EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND n.nspname || '.' || c.relname LIKE '${tables}' AND (has_any_column_privilege($role, c.oid, 'INSERT, UPDATE') OR has_table_privilege($role, c.oid, 'DELETE, TRUNCATE')))`,
  )

const questions: readonly Question[] = [
  { ask: 'write a table of the ledger', by: mayWrite('ledger.%') },
  { ask: 'change who may post', by: mayWrite('ledger.posting_rights') },
  { ask: "write a table of the exchange's log", by: mayWrite('exchange.%') },
  { ask: 'commit a batch to that log', by: mayCall('exchange.commit_batch') },
  { ask: 'submit commands to the exchange', by: mayCall('exchange.submit') },
  { ask: 'open a review', by: mayCall('app.open_review') },
  { ask: 'vote', by: mayCall('app.vote_review') },
  { ask: 'close a review that has its votes', by: mayCall('app.close_review') },
  { ask: 'write a vote by hand', by: mayWrite('app.review_votes') },
  { ask: 'write a fill', by: mayWrite('app.fills') },
  { ask: 'write a bank statement line', by: mayWrite('app.bank_statement_lines') },
  {
    ask: 'change or delete an audit entry',
    by: can(`has_table_privilege($role, 'audit.entries', 'UPDATE, DELETE, TRUNCATE')`),
  },
  {
    ask: 'make temporary objects',
    by: can(`has_database_privilege($role, current_database(), 'TEMPORARY')`),
  },
  { ask: 'act as the owner', by: can(`pg_has_role($role, 'fairlot_definer', 'MEMBER')`) },
]

/** From exchange.command_rights, where the database has that table. */
async function commandsOf(owner: Pick<Sql, 'query'>, role: string): Promise<readonly string[] | undefined> {
  const [table] = await owner.query<{ found: boolean }>(
    `SELECT to_regclass('exchange.command_rights') IS NOT NULL AS found`,
  )
  if (!table!.found) return undefined
  const rows = await owner.query<{ command: string }>(
    `SELECT kind || CASE accounts WHEN 'none' THEN '' WHEN 'set-aside' THEN ' decided by a review'
       ELSE ' for a ' || accounts END AS command
     FROM exchange.command_rights WHERE role = $1 ORDER BY 1`,
    [role],
  )
  return rows.map(({ command }) => command)
}

export async function takenProcessText(owner: Pick<Sql, 'query'>): Promise<string> {
  const processRoles = await readProcessRoles(owner)
  const [tables, functions, posting, members] = [
    await readTableRights(owner),
    await readFunctionRights(owner),
    await readPostingRights(owner),
    await readMemberships(owner),
  ]
  const out: string[] = [
    '# What one taken process can and cannot do',
    '',
    "Written by `FAIRLOT_WRITE_DOCS=1 npx vitest run tests/flows/role-rights.test.ts` from the grants of a migrated database and from `ledger.posting_rights`; the same test compares. The attacker holds a process's database role and sends any SQL. What stops them: the grants, the rights to post ([money](money.md)), the functions that check by `session_user`, and the triggers. The attacks themselves are in `tests/flows/role-attacks.test.ts`.",
    '',
    '## In short',
    '',
    `| May the role | ${processRoles.map((role) => role.replace('fairlot_', '')).join(' | ')} |`,
    `| --- | ${processRoles.map(() => '---').join(' | ')} |`,
  ]
  for (const { ask, by } of questions) {
    const [row] = await owner.query<Record<string, boolean>>(
      `SELECT ${processRoles.map((role) => `${by(role)} AS ${role}`).join(', ')}`,
    )
    out.push(
      `| ${ask} | ${processRoles.map((role) => (row![role] === true ? '**yes**' : 'no')).join(' | ')} |`,
    )
  }
  const posts = (role: string) => byEvent(posting.filter((right) => right.role === role))
  out.push(
    `| post on the ledger | ${processRoles.map((role) => (posts(role).size > 0 ? `${posts(role).size} events` : 'no')).join(' | ')} |`,
  )
  for (const role of processRoles) {
    const events = posts(role)
    out.push(
      '',
      `## ${role}`,
      '',
      `The process: ${processes[role] ?? role.replace('fairlot_', '').replaceAll('_', '-')}.`,
    )
    const of = members.filter((one) => one.role === role).map((one) => one.of)
    if (of.length > 0) out.push('', `Has all rights of ${listed(of)} besides.`)
    out.push('', `Events it can post: ${listed([...events.keys()])}.`)
    const gives = [...events].filter(([, rights]) => givesMembers(rights)).map(([event]) => event)
    if (events.size > 0)
      out.push('', `Of these, the ones that can give a member what was not theirs: ${listed(gives)}.`)
    const commands = await commandsOf(owner, role)
    if (commands !== undefined) out.push('', `Commands it can give the exchange: ${listed(commands)}.`)
    const own = functions.filter((one) => one.role === role)
    out.push(
      '',
      `Functions that write: ${listed(own.filter((one) => !one.isReadOnly).map((one) => one.name))}.`,
    )
    out.push(
      '',
      `Functions that read: ${listed(own.filter((one) => one.isReadOnly).map((one) => one.name))}.`,
    )
    const written = tables.filter((one) => one.role === role)
    if (written.length === 0) out.push('', 'Tables it can write: none.')
    else {
      out.push('', '| Table | It can |', '| --- | --- |')
      for (const { name, writes } of written) out.push(`| ${code(name)} | ${writes.join(', ')} |`)
    }
  }
  return formatText(takenProcessFile, `${out.join('\n')}\n`)
}

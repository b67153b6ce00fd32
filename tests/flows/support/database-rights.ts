// The rights of each database role, read from PostgreSQL and from ledger.posting_rights.

import type { Sql } from '@fairlot/testkit/sql'

/** In the order of the page; a role that is not listed comes after them. */
const order = [
  'fairlot_api',
  'fairlot_console',
  'fairlot_worker',
  'fairlot_settlement',
  'fairlot_exchange',
  'fairlot_quotes',
  'fairlot_live',
  'fairlot_practice',
  'fairlot_practice_proposer',
  'fairlot_practice_approver',
  'fairlot_seed',
  'fairlot_reader',
]

/** Every role a process or a command logs in as: all except the owner that migrates. */
export async function readProcessRoles(owner: Pick<Sql, 'query'>): Promise<readonly string[]> {
  const rows = await owner.query<{ role: string }>(
    `SELECT rolname AS role FROM pg_roles WHERE rolname LIKE 'fairlot\\_%' AND rolcanlogin AND rolname <> 'fairlot_owner'
     ORDER BY coalesce(array_position($1::name[], rolname), 99), rolname`,
    [order],
  )
  return rows.map(({ role }) => role)
}

export interface TableRight {
  readonly role: string
  readonly name: string
  /** `insert`, `update(state, note)`, `delete`: sorted, without reading. */
  readonly writes: readonly string[]
}

export interface FunctionRight {
  readonly role: string
  readonly name: string
  /** Runs with the rights of its owner. */
  readonly lends: boolean
  readonly isReadOnly: boolean
}

export interface PostingRight {
  readonly role: string
  readonly event: string
  readonly account: string
  readonly direction: 'in' | 'out' | 'both'
  readonly assets: 'any' | 'money' | 'shares'
  readonly scope: 'any' | 'within-owner' | 'one-owner'
  readonly max: string | null
  readonly once: boolean
  readonly practice: boolean
  readonly openedBy: string | null
  readonly mirrors: readonly string[] | null
}

const ours = `n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')`
const loggingIn = `(SELECT rolname FROM pg_roles WHERE rolname LIKE 'fairlot\\_%' AND rolcanlogin AND rolname <> 'fairlot_owner')`

/** A partition has no grants except the reader's; access goes through its table. */
export async function readTableRights(owner: Pick<Sql, 'query'>): Promise<readonly TableRight[]> {
  const rows = await owner.query<{ role: string; name: string; what: string }>(
    `SELECT g.grantee::regrole::text AS role, n.nspname || '.' || c.relname AS name, lower(g.privilege_type) AS what
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN LATERAL aclexplode(c.relacl) AS g
     WHERE ${ours} AND c.relkind IN ('r', 'p', 'v', 'S') AND NOT c.relispartition
       AND g.grantee::regrole::text IN ${loggingIn} AND g.privilege_type <> 'SELECT'
     UNION ALL
     SELECT g.grantee::regrole::text, n.nspname || '.' || c.relname,
       lower(g.privilege_type) || '(' || string_agg(a.attname, ', ' ORDER BY a.attname) || ')'
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL aclexplode(a.attacl) AS g
     WHERE ${ours} AND NOT c.relispartition AND g.grantee::regrole::text IN ${loggingIn} AND g.privilege_type <> 'SELECT'
     GROUP BY 1, 2, g.privilege_type
     ORDER BY 1, 2, 3`,
  )
  const found = new Map<string, { role: string; name: string; writes: string[] }>()
  for (const { role, name, what } of rows) {
    const key = `${role} ${name}`
    const before = found.get(key)
    if (before) before.writes.push(what)
    else found.set(key, { role, name, writes: [what] })
  }
  return [...found.values()]
}

export const readFunctionRights = (owner: Pick<Sql, 'query'>): Promise<readonly FunctionRight[]> =>
  owner.query<FunctionRight>(
    `SELECT g.grantee::regrole::text AS role, n.nspname || '.' || p.proname AS name, bool_or(p.prosecdef) AS lends,
       bool_and(p.provolatile <> 'v') AS "isReadOnly"
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace CROSS JOIN LATERAL aclexplode(p.proacl) AS g
     WHERE ${ours} AND g.grantee::regrole::text IN ${loggingIn}
     GROUP BY 1, 2 ORDER BY 1, 2`,
  )

export const readPostingRights = (owner: Pick<Sql, 'query'>): Promise<readonly PostingRight[]> =>
  owner.query<PostingRight>(
    `SELECT role, event, owner_kind || '/' || kind AS account, direction, assets, scope, max_amount::text AS max, once, practice,
       opened_by AS "openedBy", mirrors
     FROM ledger.posting_rights ORDER BY role, event, owner_kind, kind`,
  )

export const readMemberships = (
  owner: Pick<Sql, 'query'>,
): Promise<readonly { role: string; of: string }[]> =>
  owner.query<{ role: string; of: string }>(
    `SELECT m.member::regrole::text AS role, m.roleid::regrole::text AS of FROM pg_auth_members m
     WHERE m.member::regrole::text IN ${loggingIn} ORDER BY 1, 2`,
  )

/** One line per role and thing, as the matrix of the test has them. */
export async function rightLines(owner: Pick<Sql, 'query'>): Promise<readonly string[]> {
  const tables = (await readTableRights(owner)).map(
    ({ role, name, writes }) => `${role} ${name} ${writes.join(' ')}`,
  )
  const functions = (await readFunctionRights(owner)).map(
    ({ role, name, lends }) => `${role} ${name}() ${lends ? 'as definer' : 'as itself'}`,
  )
  const members = (await readMemberships(owner)).map(({ role, of }) => `${role} is a member of ${of}`)
  return [...tables, ...functions, ...members].toSorted()
}

import type { FastifyInstance } from 'fastify'
import type { Db } from '../db.ts'

export interface Readiness {
  readonly db: Db
  /** Number of migrations this build of the server was written for. */
  readonly migrations: number
}

/** `/healthz`: the process answers. `/readyz`: it can do its work, so a balancer may send it members. */
export function addHealth(app: FastifyInstance, { db, migrations }: Readiness): void {
  app.get('/healthz', async () => ({ status: 1, msg: '', data: { alive: true } }))
  app.get('/readyz', async (_request, reply) => {
    const problem = await unready(db, migrations)
    if (problem === undefined) return { status: 1, msg: '', data: { ready: true } }
    reply.code(503)
    return { status: 503, msg: 'system.busy', data: null, rule: problem }
  })
}

async function unready(db: Db, migrations: number): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ newest: number | null }>(
      'SELECT max(number) AS newest FROM platform.migrations',
    )
    const newest = row?.newest ?? 0
    // A newer database is fine: migrations only add, and old servers run until the roll-out is through.
    return newest >= migrations ? undefined : `ready.migrations-${newest}-of-${migrations}`
  } catch {
    return 'ready.database-away'
  }
}

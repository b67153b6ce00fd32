// PgBouncer and its like must not stand between a process and PostgreSQL. In transaction mode two clients get one
// session: both hold the same advisory lock, so two exchanges would run one shard, and it drops our time limits without
// a word.

export class BehindPooler extends Error {
  constructor(cause?: unknown) {
    super(
      'DATABASE_URL leads to a connection pooler such as PgBouncer: session locks and time limits do not hold through ' +
        'it; connect to PostgreSQL itself, or through a TCP proxy such as HAProxy',
      { cause },
    )
  }
}

/** PgBouncer refuses parameters that PostgreSQL accepts. */
export const poolerFault = (error: unknown): BehindPooler | undefined =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')
    ? new BehindPooler(error)
    : undefined

/** PostgreSQL announces the process id of the session; a pooler invents one, for it has no session yet. */
export async function assertOwnBackend(
  announced: number | null | undefined,
  askOwn: () => Promise<number>,
): Promise<void> {
  if (announced !== (await askOwn())) throw new BehindPooler()
}

interface Client {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>
  release(): void
}

/** Asked once, at start, on a connection of the pool. */
export async function assertDirectPool(pool: { connect(): Promise<Client> }): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw poolerFault(error) ?? error
  })
  try {
    // The number that the server gave at the connect; the driver's types leave it out.
    const { processID } = client as unknown as { readonly processID: number | null }
    await assertOwnBackend(processID, async () => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      return (rows[0] as { readonly pid: number }).pid
    })
  } finally {
    client.release()
  }
}

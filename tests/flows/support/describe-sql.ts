// Asks PostgreSQL what a statement would answer, without running it.

import pg from 'pg'
import type { Kind } from './sql-statements.ts'

export interface Description {
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[]
}

export interface Describer {
  describe(text: string, isExchange?: boolean): Promise<Description | { readonly error: string }>
  close(): Promise<void>
}

/** What the driver makes of each type; a type that is not here arrives as text. */
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'bigint',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'any',
  700: 'number',
  701: 'number',
  1082: 'Date',
  1114: 'Date',
  1184: 'Date',
  2249: 'any',
  2278: 'any',
  3802: 'any',
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** The part of the driver's connection that speaks the protocol. */
interface Wire {
  parse(message: { text: string; name: string }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

/** A query for the driver that stops after the description. */
class Describe {
  readonly #text: string
  readonly #done: (fields: readonly Field[], error: string | undefined) => void
  #fields: readonly Field[] = []

  constructor(text: string, done: (fields: readonly Field[], error: string | undefined) => void) {
    this.#text = text
    this.#done = done
  }

  submit(wire: Wire): void {
    wire.parse({ text: this.#text, name: '' })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }

  handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    this.#fields = message.fields
  }

  handleError(error: Error): void {
    this.#done([], error.message)
  }

  handleReadyForQuery(): void {
    this.#done(this.#fields, undefined)
  }
}

export async function openDescriber(url: string): Promise<Describer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ oid: number }>(
    `SELECT oid::integer FROM pg_type WHERE typcategory = 'A'`,
  )
  const arrays = new Set(rows.map(({ oid }) => oid))
  const kindOf = (oid: number, isExchange: boolean): Kind => {
    // The exchange counts in numbers below 2^53.
    if (oid === 20 && isExchange) return 'number'
    return arrays.has(oid) ? 'array' : (kinds[oid] ?? 'string')
  }
  return {
    describe: (text, isExchange = false) =>
      new Promise((resolve) => {
        const describe = new Describe(text, (fields, error) =>
          resolve(
            error === undefined
              ? {
                  columns: fields.map(({ name, dataTypeID }) => ({
                    name,
                    kind: kindOf(dataTypeID, isExchange),
                  })),
                }
              : { error },
          ),
        )
        client.query(describe as unknown as pg.Submittable)
      }),
    close: () => client.end(),
  }
}

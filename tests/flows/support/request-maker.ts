// Request bodies generated from an OpenAPI document: valid ones, with existing ids and values where known, and faulty
// ones.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: boolean | JsonSchema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Known values by field name; ids also across all names. */
export interface KnownValues {
  of(name: string): readonly unknown[]
  readonly ids: readonly string[]
}

const isId = ({ format }: JsonSchema): boolean => format === 'uuid'

/** Every place in a body that takes an id, as a path of names; `*` stands for the items of a list. */
export function idPlaces(schema: JsonSchema, at: readonly string[] = []): readonly (readonly string[])[] {
  if (isId(schema)) return [at]
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const inner = [
    ...variants.flatMap((variant) => idPlaces(variant, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => idPlaces(field, [...at, name])),
    ...(schema.items ? idPlaces(schema.items, [...at, '*']) : []),
  ]
  return [...new Map(inner.map((path) => [path.join('.'), path])).values()]
}

/** The same body with another value at this place. */
export function withValue(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '*') return [withValue((body as readonly unknown[] | undefined)?.[0], rest, value)]
  const object = (body ?? {}) as Record<string, unknown>
  return { ...object, [name]: withValue(object[name], rest, value) }
}

const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202Egnp.exe',
  "' OR 1=1 --",
  '"; DROP TABLE app.members; --',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '%s%n%x',
  '__proto__',
  '𝕋𝕒𝕚𝕨𝕒𝕟 臺灣 🏦',
  'ﷺ'.repeat(40),
  '9'.repeat(30),
  '-9223372036854775809',
  '9223372036854775808',
  '1e400',
  '0x10',
  '2026-02-30',
  '+0000000000000001',
]
const oddNumbers: readonly number[] = [
  0,
  -1,
  1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  1.5,
  1e300,
  Number.MIN_VALUE,
]

export class RequestMaker {
  readonly random: () => number
  readonly known: KnownValues
  readonly #matching = new Map<string, readonly string[]>()

  constructor(random: () => number, known: KnownValues) {
    this.random = random
    this.known = known
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)]!
  }
  #below(count: number): number {
    return Math.floor(this.random() * count)
  }
  #one(chance: number): boolean {
    return this.random() < chance
  }

  /** A body that matches its schema. */
  make(schema: JsonSchema, name = ''): unknown {
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return this.make(this.pick(variants), name)
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => this.make(part, name) as object)) as unknown
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.pick(schema.enum)
    const type = typeof schema.type === 'string' ? schema.type : this.pick(schema.type ?? ['null', 'object'])
    switch (type) {
      case 'object':
        return this.#object(schema)
      case 'array': {
        const min = schema.minItems ?? 0
        const max = Math.min(schema.maxItems ?? 3, min + 3)
        const count = min + this.#below(max - min + 1)
        return Array.from({ length: count }, () => this.make(schema.items ?? {}, name))
      }
      case 'string':
        return this.#text(schema, name)
      case 'integer':
      case 'number':
        return this.#number(schema, name)
      case 'boolean':
        return this.#one(0.5)
      default:
        return null
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema): unknown {
    const made: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(properties)) {
      if (required.includes(name) || this.#one(0.6)) made[name] = this.make(field, name)
    }
    if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0 && this.#one(0.7))
      made[this.pick(['amount', 'booked', 'id', 'type', 'x'])] = this.make(additionalProperties)
    return made
  }

  #text(schema: JsonSchema, name: string): string {
    const { minLength = 0, maxLength = 200, pattern, format } = schema
    if (isId(schema)) {
      const same = this.known.of(name) as readonly string[]
      if (same.length > 0 && this.#one(0.6)) return this.pick(same)
      return this.known.ids.length > 0 && this.#one(0.5) ? this.pick(this.known.ids) : randomUUID()
    }
    const seen = this.known.of(name).filter((value) => typeof value === 'string')
    if (seen.length > 0 && this.#one(0.7)) return this.pick(seen)
    if (format === 'date-time')
      return new Date(Date.UTC(2026, this.#below(24) - 6, 1 + this.#below(28))).toISOString()
    if (pattern !== undefined) return this.pick(this.#fitting(pattern, maxLength))
    if (this.#one(0.4)) {
      const odd = this.pick(oddTexts)
      if (odd.length >= minLength && odd.length <= maxLength) return odd
    }
    const length = minLength + this.#below(Math.min(maxLength - minLength, 24) + 1)
    return Array.from({ length }, () => this.pick([...'abcXYZ0189 -_林安'])).join('')
  }

  #fitting(pattern: string, maxLength: number): readonly string[] {
    const found = this.#matching.get(pattern)
    if (found) return found
    const seed = this.#below(2 ** 31)
    const made = fc
      .sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 40, seed })
      .filter((text) => text.length <= maxLength)
    this.#matching.set(pattern, made)
    return made
  }

  #number({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1, type }: JsonSchema, name: string): number {
    const seen = this.known.of(name).filter((value) => typeof value === 'number')
    if (seen.length > 0 && this.#one(0.6)) return this.pick(seen)
    const fits = oddNumbers.filter(
      (value) => value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value)),
    )
    if (fits.length > 0 && this.#one(0.4)) return this.pick(fits)
    const low = Math.max(minimum, -100)
    return low + this.#below(Math.min(maximum - low, 100_000) + 1)
  }

  /** The same body with one fault in it. */
  spoil(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return this.#odd()
    const object = body as Record<string, unknown>
    const names = Object.keys(object)
    const name = names.length > 0 ? this.pick(names) : ''
    switch (this.#below(names.length > 0 ? 6 : 2)) {
      case 0:
        return {
          ...object,
          [this.pick(['unasked', '__proto__x', 'constructor', 'memberId', 'status'])]: this.#odd(),
        }
      case 1:
        return this.pick<unknown>([[object], JSON.stringify(object), null, 7, []])
      case 2: {
        const { [name]: _gone, ...rest } = object
        return rest
      }
      case 3:
        return { ...object, [name]: this.spoil(object[name]) }
      case 4:
        return {
          ...object,
          [name]: typeof object[name] === 'string' ? this.pick(oddTexts) : this.pick(oddNumbers),
        }
      default:
        return { ...object, [name]: this.#odd() }
    }
  }

  #odd(): unknown {
    return this.pick<unknown>([
      null,
      true,
      [],
      {},
      [[[[[]]]]],
      { a: { b: { c: {} } } },
      this.pick(oddTexts),
      this.pick(oddNumbers),
      'x'.repeat(5_000),
      Array.from({ length: 600 }, () => '2330'),
    ])
  }

  /** A payload that is not a body of any route, sent unchanged. */
  garbage(): { readonly raw: string; readonly type: string } {
    return this.pick([
      { raw: '', type: 'application/json' },
      { raw: '{', type: 'application/json' },
      { raw: '{"__proto__":{"isAdmin":true}}', type: 'application/json' },
      { raw: '{"constructor":{"prototype":{"x":1}}}', type: 'application/json' },
      { raw: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, type: 'application/json' },
      { raw: 'x'.repeat(70_000), type: 'application/json' },
      { raw: '{"a":1}', type: 'text/plain' },
      { raw: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
      { raw: '\xff\xfe{}', type: 'application/json; charset=utf-16' },
      {
        raw: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        type: 'text/xml',
      },
    ])
  }
}

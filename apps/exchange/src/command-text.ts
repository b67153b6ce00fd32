// A command in the queue is untrusted text. Text that is not a valid command must not reach the engine, and must not
// stop the shard either: it gets a sequence in the log and has no effect. A replay reads the same texts the same way.

import { type Command, phases } from '@fairlot/contract/venue'

type Check = (value: unknown) => boolean
type Shape = Readonly<Record<string, Check>>

const isText: Check = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200
const isWhole: Check = (value) => Number.isSafeInteger(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isSide: Check = (value) => value === 'buy' || value === 'sell'
const isValidity: Check = (value) => value === 'ROD' || value === 'IOC' || value === 'FOK'
const isInstrumentKind: Check = (value) => value === 'stock' || value === 'etf'
const isPhase: Check = (value) => (phases as readonly unknown[]).includes(value)
const isDate: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const isTrue: Check = (value) => value === true
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isLevel: Check = (value) =>
  Array.isArray(value) && value.length === 2 && isWhole(value[0]) && isWhole(value[1])

const fits = (value: unknown, shape: Shape): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = value as Record<string, unknown>
  for (const name in shape) if (!shape[name]!(fields[name])) return false
  return true
}
const objectOf =
  (shape: Shape): Check =>
  (value) =>
    fits(value, shape)

const order = { order: isText, account: isText, symbol: isText }
const terms = {
  price: optional(isWhole),
  quantity: isWhole,
  validity: isValidity,
  date: optional(isDate),
  group: optional(isText),
}

const shapes: Readonly<Record<Command['kind'], Shape>> = {
  place: { ...order, ...terms, side: isSide, odd: optional(isTrue) },
  cancel: order,
  reduce: { ...order, by: isWhole },
  replace: { ...order, ...terms, newOrder: isText, left: optional(isWhole) },
  block: {
    block: isText,
    account: isText,
    symbol: isText,
    side: isSide,
    price: isWhole,
    date: isDate,
    group: optional(isText),
    from: isWhole,
    lines: listOf(objectOf({ order: isText, account: isText, quantity: isWhole })),
    last: optional(isTrue),
    failed: optional(isTrue),
  },
  'cancel-all': { account: isText, symbol: optional(isText) },
  quote: {
    account: isText,
    quotes: listOf(
      objectOf({ symbol: isText, bids: listOf(isLevel), asks: listOf(isLevel), odd: optional(isTrue) }),
    ),
  },
  list: {
    instruments: listOf(
      objectOf({ symbol: isText, instrument: isInstrumentKind, reference: isWhole, limited: isFlag }),
    ),
  },
  reference: { symbol: isText, price: optional(isWhole), limited: optional(isFlag) },
  phase: {
    date: isDate,
    phase: isPhase,
    seed: optional(isText),
    until: optional(isWhole),
    odd: optional(isTrue),
    oddAuction: optional(objectOf({ from: isWhole, shown: isWhole, until: isWhole })),
  },
  halt: { symbol: isText, reason: isText, until: optional(isWhole) },
  resume: { symbol: isText },
  refuse: {
    command: isText,
    order: optional(isText),
    newOrder: optional(isText),
    account: optional(isText),
    symbol: optional(isText),
  },
  time: {},
}

export const timeCommandText = '{"kind":"time"}'

/** Returns undefined when the text is not a command. */
export function readCommand(text: string): Command | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const kind = (value as { kind?: unknown } | null)?.kind
  if (typeof kind !== 'string' || !Object.hasOwn(shapes, kind)) return undefined
  return fits(value, shapes[kind as Command['kind']]) ? (value as Command) : undefined
}

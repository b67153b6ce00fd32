// The generic rules of a form field: required, pattern, custom validator with a message per rule, on change or on blur,
// maxlength truncation, number and digit filters. Pure, so that each rule has its own test.

export type Trigger = 'change' | 'blur'

interface RuleTerms {
  readonly message: string
  /** When the rule is checked while typing. Submitting checks every rule. Default: on leaving the field. */
  readonly on?: Trigger | undefined
}

export type Values = Readonly<Record<string, string>>

/** `true` accepts, `false` refuses with the rule's message, a text refuses with that text. */
export type Validator = (value: string, values: Values) => boolean | string

export type Rule = RuleTerms &
  ({ readonly required: true } | { readonly pattern: RegExp } | { readonly validator: Validator })

export type Filter = 'number' | 'digit' | ((text: string) => string)

export interface FieldSpec {
  readonly initial?: string | undefined
  readonly rules: readonly Rule[]
  readonly maxLength?: number | undefined
  readonly filter?: Filter | undefined
  /** Never written to storage: passwords and codes. */
  readonly secret?: boolean | undefined
}

export type FieldSpecs<Name extends string = string> = Readonly<Record<Name, FieldSpec>>

/** Full-width digits come from Chinese input methods and mean the same. */
const halfWidth = (text: string): string =>
  text.replace(/[０-９．]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

const onlyDigits = (text: string): string => halfWidth(text).replace(/\D/g, '')

const onlyNumber = (text: string): string => {
  const [whole = '', ...rest] = halfWidth(text)
    .replace(/[^\d.]/g, '')
    .split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

/** Counted in visible characters, so that none is cut in two. */
const truncate = (text: string, maxLength: number | undefined): string => {
  if (maxLength === undefined) return text
  const characters = [...text]
  return characters.length <= maxLength ? text : characters.slice(0, maxLength).join('')
}

/**
 * The part of the typed text the field accepts: filtered first, then cut, so that removed characters do not use up the
 * length.
 */
export function accept(text: string, spec: Pick<FieldSpec, 'filter' | 'maxLength'>): string {
  const { filter } = spec
  const filtered =
    filter === undefined
      ? text
      : filter === 'digit'
        ? onlyDigits(text)
        : filter === 'number'
          ? onlyNumber(text)
          : filter(text)
  return truncate(filtered, spec.maxLength)
}

function refusal(rule: Rule, value: string, values: Values): string | undefined {
  if ('required' in rule) return value.trim() === '' ? rule.message : undefined
  // Only `required` concerns an empty field: an optional field can stay empty whatever its pattern.
  if (value === '') return undefined
  if ('pattern' in rule) {
    rule.pattern.lastIndex = 0
    return rule.pattern.test(value) ? undefined : rule.message
  }
  const verdict = rule.validator(value, values)
  if (verdict === true) return undefined
  return verdict === false ? rule.message : verdict
}

/**
 * The message of the first rule that refuses. On `change` only `change` rules are checked; on `blur` those too, because
 * a mistake while typing is still one afterwards; without a trigger (submitting) all are.
 */
export function firstError(
  rules: readonly Rule[],
  value: string,
  values: Values,
  trigger?: Trigger,
): string | undefined {
  for (const rule of rules) {
    if (trigger === 'change' && (rule.on ?? 'blur') !== 'change') continue
    const message = refusal(rule, value, values)
    if (message !== undefined) return message
  }
  return undefined
}

export function initialValues<Name extends string>(specs: FieldSpecs<Name>): Record<Name, string> {
  const values = {} as Record<Name, string>
  for (const name of Object.keys(specs) as Name[]) values[name] = specs[name].initial ?? ''
  return values
}

/** What was typed, for the session-expired flow. Secrets are left out. */
export function serialise<Name extends string>(
  specs: FieldSpecs<Name>,
  values: Record<Name, string>,
): string {
  const kept: Record<string, string> = {}
  for (const name of Object.keys(specs) as Name[]) if (specs[name].secret !== true) kept[name] = values[name]
  return JSON.stringify(kept)
}

/** The counterpart of `serialise`. Foreign text and fields that no longer exist are ignored. */
export function restore<Name extends string>(
  specs: FieldSpecs<Name>,
  kept: string | undefined,
): Record<Name, string> {
  const values = initialValues(specs)
  if (kept === undefined) return values
  let parsed: unknown
  try {
    parsed = JSON.parse(kept)
  } catch {
    return values
  }
  if (typeof parsed !== 'object' || parsed === null) return values
  for (const name of Object.keys(specs) as Name[]) {
    const value = (parsed as Record<string, unknown>)[name]
    if (typeof value === 'string' && specs[name].secret !== true) values[name] = accept(value, specs[name])
  }
  return values
}

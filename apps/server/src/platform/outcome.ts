// The result of a use case. A refusal is a value from the closed catalogue; a broken invariant throws.

import type { MessageParams, RefusalCode, SuccessCode } from '@fairlot/contract'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'

export interface Done<Data> {
  readonly ok: true
  readonly data: Data
  readonly msg?: SuccessCode
}

/** A member route refuses with codes of the member catalogue only; a console route may use both. */
export interface Refused<Code extends ConsoleRefusalCode = RefusalCode> {
  readonly ok: false
  readonly msg: Code
  readonly field?: string
  readonly params?: MessageParams
  readonly rule?: string
}

export type Outcome<Data> = Done<Data> | Refused
export type ConsoleOutcome<Data> = Done<Data> | Refused<ConsoleRefusalCode>

export const done = <Data>(data: Data, msg?: SuccessCode): Done<Data> =>
  msg === undefined ? { ok: true, data } : { ok: true, data, msg }

export const refuse = <Code extends ConsoleRefusalCode>(
  msg: Code,
  details: Omit<Refused, 'ok' | 'msg'> = {},
): Refused<Code> => ({
  ok: false,
  msg,
  ...details,
})

// What a use case answers. A refusal is a value from the closed catalogue; a broken invariant throws.

import type { MessageParams, RefusalCode, SuccessCode } from '@fairlot/contract'

export interface Done<Data> {
  readonly ok: true
  readonly data: Data
  readonly msg?: SuccessCode
}

export interface Refused {
  readonly ok: false
  readonly msg: RefusalCode
  readonly field?: string
  readonly params?: MessageParams
  readonly rule?: string
}

export type Outcome<Data> = Done<Data> | Refused

export const done = <Data>(data: Data, msg?: SuccessCode): Done<Data> =>
  msg === undefined ? { ok: true, data } : { ok: true, data, msg }

export const refuse = (msg: RefusalCode, details: Omit<Refused, 'ok' | 'msg'> = {}): Refused => ({
  ok: false,
  msg,
  ...details,
})

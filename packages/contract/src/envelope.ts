// Every answer of the member API has this shape (specification section 7). `status` is 1 on success and
// repeats the HTTP code on a refusal; `msg` is a code of the catalogue, never a sentence.

import type { MessageCode } from './catalogue/codes.ts'

export const SUCCESS = 1

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503

export type MessageParams = Readonly<Record<string, string | number>>

export interface Success<Data> {
  readonly status: typeof SUCCESS
  readonly msg: MessageCode | ''
  readonly data: Data
}

export interface Refusal {
  readonly status: RefusalStatus
  readonly msg: MessageCode
  readonly data: null
  /** The invalid input, if any: the app also shows the text beside that field. */
  readonly field?: string
  /** Values for the placeholders of the message, such as minutes left; a blocked sign-in has its appeal ticket here. */
  readonly params?: MessageParams
  /** The id of the rule that refused the request. */
  readonly rule?: string
  readonly requestId?: string
}

export type Envelope<Data> = Success<Data> | Refusal

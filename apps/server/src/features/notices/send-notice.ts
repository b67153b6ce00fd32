// A notice of a feature to one member. The row commits together with its cause; the worker delivers it to the live feed
// and to subscribed browsers.

import { type NoticeCode, noticeForms, type NoticeParams, describeNotice } from '@fairlot/rules/notices'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertNotice } from './store.ts'

export interface NoticeToSend {
  readonly memberId: string
  readonly code: NoticeCode
  /** Amounts in minor units as text, instants in ISO 8601. No personal data in the clear: it is pushed to phones. */
  readonly params?: NoticeParams
  /** Its link, if not the usual one of the code. */
  readonly path?: string | null
  readonly at: Date
}

export async function sendNotice(
  tx: Tx,
  { memberId, code, params = {}, path, at }: NoticeToSend,
): Promise<void> {
  // A missing figure must throw here, not for the member who reads it a year later.
  describeNotice(code, params)
  const form = noticeForms[code]
  await insertNotice(tx, {
    noticeId: newId(at.getTime()),
    memberId,
    kind: form.kind,
    code,
    params,
    path: path === undefined ? form.path : path,
    at,
  })
}

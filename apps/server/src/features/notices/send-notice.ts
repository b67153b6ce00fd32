// A notice of a feature to one member. The row commits together with its cause; the worker delivers it to the live feed
// and to subscribed browsers.

import { type NoticeCode, noticeForms, type NoticeParams, describeNotice } from '@fairlot/rules/notices'
import type { Tx } from '#platform/db'
import { derivedIdOfDay, newId } from '#platform/ids'
import { insertNotices, type NewNotice } from './store.ts'

export interface NoticeToSend {
  readonly memberId: string
  readonly code: NoticeCode
  /** Amounts in minor units as text, instants in ISO 8601. No personal data in the clear: it is pushed to phones. */
  readonly params?: NoticeParams
  /** Its link, if not the usual one of the code. */
  readonly path?: string | null
  readonly at: Date
  /** Two notices with the same key are one. */
  readonly key?: string
}

export const sendNotice = (tx: Tx, notice: NoticeToSend): Promise<void> =>
  insertNotices(tx, [newNotice(notice)], null)

export function newNotice({ memberId, code, params = {}, path, at, key }: NoticeToSend): NewNotice {
  // A missing figure must throw here, not for the member who reads it a year later.
  describeNotice(code, params)
  const form = noticeForms[code]
  return {
    noticeId: key === undefined ? newId(at.getTime()) : derivedIdOfDay(`notice ${key}`, at),
    memberId,
    kind: form.kind,
    code,
    params,
    path: path === undefined ? form.path : path,
    at,
  }
}

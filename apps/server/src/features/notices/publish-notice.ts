import type { NoticeTexts } from '@fairlot/rules/notices'
import type { Tx } from '#platform/db'
import { insertSiteNotice } from './store.ts'

export interface SiteNotice {
  /** The id of the deciding review: executed twice it is still one notice. */
  readonly noticeId: string
  readonly texts: NoticeTexts
  readonly path: string | null
  readonly at: Date
}

/** To everyone, guests too. Only a review leads here. */
export const publishNotice = (tx: Tx, notice: SiteNotice): Promise<void> => insertSiteNotice(tx, notice)

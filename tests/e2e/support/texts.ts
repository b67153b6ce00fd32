// The app's own words in both languages, so that a test finds a button by what it says and never copies the text.

import { texts as authEn } from '../../../apps/member/src/features/auth/texts/en.ts'
import { texts as authTw } from '../../../apps/member/src/features/auth/texts/tw.ts'
import { texts as securityEn } from '../../../apps/member/src/features/auth/security/texts/en.ts'
import { texts as securityTw } from '../../../apps/member/src/features/auth/security/texts/tw.ts'
import { texts as fundsEn } from '../../../apps/member/src/features/funds/texts/en.ts'
import { texts as fundsTw } from '../../../apps/member/src/features/funds/texts/tw.ts'
import { texts as detailEn } from '../../../apps/member/src/features/market-data/detail/texts/en.ts'
import { texts as moreDetailEn } from '../../../apps/member/src/features/market-data/detail/texts/more/en.ts'
import { texts as moreDetailTw } from '../../../apps/member/src/features/market-data/detail/texts/more/tw.ts'
import { texts as detailTw } from '../../../apps/member/src/features/market-data/detail/texts/tw.ts'
import { texts as membersEn } from '../../../apps/member/src/features/members/texts/en.ts'
import { texts as membersTw } from '../../../apps/member/src/features/members/texts/tw.ts'
import { texts as siteEn } from '../../../apps/member/src/features/site/texts/en.ts'
import { texts as siteTw } from '../../../apps/member/src/features/site/texts/tw.ts'
import { texts as shellEn } from '../../../apps/member/src/shell/texts/en.ts'
import { texts as shellTw } from '../../../apps/member/src/shell/texts/tw.ts'
import { texts as messagesEn } from '../../../packages/contract/src/catalogue/en.ts'
import { texts as messagesTw } from '../../../packages/contract/src/catalogue/tw.ts'
import type { Lang } from '../projects.ts'

const tw = {
  auth: authTw,
  security: securityTw,
  funds: fundsTw,
  detail: detailTw,
  moreDetail: moreDetailTw,
  members: membersTw,
  site: siteTw,
  shell: shellTw,
  messages: messagesTw,
}

export type Texts = typeof tw

const en: Texts = {
  auth: authEn,
  security: securityEn,
  funds: fundsEn,
  detail: detailEn,
  moreDetail: moreDetailEn,
  members: membersEn,
  site: siteEn,
  shell: shellEn,
  messages: messagesEn,
}

export const textsOf = (lang: Lang): Texts => (lang === 'tw' ? tw : en)

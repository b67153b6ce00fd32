export { type Block, blocksOf } from './blocks-of.ts'
export { codesOf, isNoticeCode, type NoticeCode, noticeCodes, noticeForms, topicOf } from './codes.ts'
export type { NoticeForm } from './form.ts'
export { noticesRules, scheduleDays } from './limits.ts'
export { arePushKeys, isPushService } from './push-service.ts'
export {
  figuresOf,
  type NoticeParams,
  type NoticeText,
  describeNotice,
  type NoticeTexts,
} from './describe-notice.ts'
export { entryEnd } from './value-texts.ts'

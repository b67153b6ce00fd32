export { type Block, blocksOf } from './blocks-of.ts'
export { isNoticeCode, type NoticeCode, noticeCodes, type NoticeForm, noticeForms } from './codes.ts'
export { noticesRules } from './limits.ts'
export { arePushKeys, isPushService } from './push-service.ts'
export {
  figuresOf,
  type NoticeParams,
  type NoticeText,
  describeNotice,
  type NoticeTexts,
} from './describe-notice.ts'

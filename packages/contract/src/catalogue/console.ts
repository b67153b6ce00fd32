// Codes that only the console's API answers with. A separate list keeps them out of the member app. The general
// codes (bad input, signed out, busy) are those of the member catalogue and keep their texts there.

import type { RefusalCode } from './codes.ts'
import type { ConsoleEntry } from './console-entry.ts'
import { marketEntries } from './console-market.ts'
import { reviewEntries } from './console-reviews.ts'

export const consoleCatalogue = {
  // Signing in
  'operator.wrong-credentials': {
    status: 409,
    tw: '登入名稱或密碼錯誤。',
    en: 'The login name or password is wrong.',
  },
  'operator.locked': {
    status: 429,
    tw: '錯誤次數過多，請 {minutes} 分鐘後再試。',
    en: 'Too many failed attempts. Try again in {minutes} minutes.',
  },
  'operator.wrong-code': {
    status: 409,
    tw: '驗證碼不正確或已經用過。',
    en: 'The code is wrong or was already used.',
  },
  'operator.challenge-expired': {
    status: 409,
    tw: '這次登入已逾時，請重新開始。',
    en: 'This sign-in has expired. Start again.',
  },
  'operator.passkey-refused': {
    status: 409,
    tw: '無法驗證這把通行密鑰。',
    en: 'This passkey could not be verified.',
  },
  'operator.passkey-limit': {
    status: 409,
    tw: '最多 {max} 把通行密鑰，請先移除一把。',
    en: 'You can have at most {max} passkeys. Remove one first.',
  },
  'operator.enrolment-refused': {
    status: 409,
    tw: '啟用碼不正確、已用過或已過期。',
    en: 'The enrolment code is wrong, already used or expired.',
  },
  'operator.password-weak': {
    status: 400,
    tw: '密碼至少 12 個字元，不可為常見密碼，也不可包含登入名稱。',
    en: 'The password needs at least 12 characters, must not be a common one and must not contain the login name.',
  },
  'operator.passwords-differ': {
    status: 400,
    tw: '兩次輸入的新密碼不同。',
    en: 'The two new passwords do not match.',
  },
  'operator.not-allowed': {
    status: 403,
    tw: '你的角色沒有這項權限。',
    en: 'Your roles do not allow this.',
  },

  // People and roles
  'operator.login-taken': {
    status: 409,
    tw: '這個登入名稱已被使用。',
    en: 'This login name is taken.',
  },
  'operator.not-found': { status: 404, tw: '找不到這位營運人員。', en: 'Operator not found.' },
  'operator.proposal-open': {
    status: 409,
    tw: '這位營運人員已有一件提案待核准。',
    en: 'A proposal for this operator is already waiting for approval.',
  },
  'operator.too-few-admins': {
    status: 409,
    tw: '管理員將少於兩位，提案未送出。',
    en: 'Fewer than two admins would remain. The proposal was not sent.',
  },

  // Money in and out
  'funds.proposal-open': {
    status: 409,
    tw: '已有一件相同的提案待核准。',
    en: 'A proposal for this is already waiting for approval.',
  },
  'funds.nothing-queued': {
    status: 409,
    tw: '這個幣別無待匯出的提領。',
    en: 'No withdrawals in this currency are waiting for payout.',
  },
  'funds.not-on-its-way': {
    status: 409,
    tw: '這筆提領未匯出，無法辦理退匯。',
    en: 'This withdrawal was not sent to the bank, so it cannot be returned.',
  },
  'funds.file-fetched': {
    status: 409,
    tw: '這個付款檔已下載過，限下載一次。',
    en: 'This file was already downloaded. It can be downloaded once.',
  },
  'funds.channel': {
    status: 400,
    tw: '通道資料不完整，或上下限與手續費不符規定。',
    en: 'The channel is incomplete, or its limits and fee are inconsistent.',
  },

  ...marketEntries,
  ...reviewEntries,

  // Vouchers and notices
  'coupon.no-recipient': { status: 409, tw: '無符合條件的會員。', en: 'No member matches.' },
  'coupon.too-many': {
    status: 409,
    tw: '一次最多發給 {max} 位會員，請縮小範圍。',
    en: 'At most {max} members at a time. Narrow the selection.',
  },
  'coupon.terms': {
    status: 400,
    tw: '名稱、金額或到期日有誤：須有中英文名稱，金額在上限內，到期日在一年內。',
    en: 'The name, amount or last day is invalid. Enter a name in both languages, an amount within the limit and a day within a year.',
  },
  'notice.texts': {
    status: 400,
    tw: '標題、摘要與內文皆須填寫中英文。',
    en: 'Enter the title, summary and body in both languages.',
  },

<<<<<<< HEAD
=======
  // Reviews
  'review.not-found': { status: 404, tw: '找不到這件審核。', en: 'Review not found.' },
  'review.not-open': {
    status: 409,
    tw: '這件審核已結束，你的投票未計入。',
    en: 'This review is no longer open. Your vote was not counted.',
  },
  'review.expired': {
    status: 409,
    tw: '這件審核已過期，你的投票未計入。',
    en: 'This review has expired. Your vote was not counted.',
  },
  'review.changed': {
    status: 409,
    tw: '內容在你查看後已變更，請重新查看後再決定。',
    en: 'The content changed after you opened it. Review it again before you decide.',
  },
  'review.not-allowed': {
    status: 403,
    tw: '這一步需要另一種角色。',
    en: 'This step needs another role.',
  },
  'review.same-person': {
    status: 409,
    tw: '你已核准過，第二次核准須由另一人辦理。',
    en: 'You have already approved this. The second approval must come from another person.',
  },
  'review.same-device': {
    status: 409,
    tw: '第一次核准來自這台裝置，第二次須使用另一台裝置。',
    en: 'The first approval came from this device. The second must come from another device.',
  },
  'review.own-account': {
    status: 403,
    tw: '這是你本人或關係人的帳戶，你不得審核。',
    en: 'This account is yours or related to you. You cannot decide on it.',
  },
  'review.set-restriction': {
    status: 403,
    tw: '這項限制由你提案或核准，申訴須由另外兩人決定。',
    en: 'You proposed or approved this restriction. Two other people must decide the appeal.',
  },
  'review.separated': {
    status: 403,
    tw: '第一票與你有提名關係，隔離期內不可共同核准，請由另一位同事投票。',
    en: 'You and the first voter are separated because one proposed the other as an operator. Another colleague must vote until the separation ends.',
  },
  'review.unsigned': {
    status: 409,
    tw: '第一票尚未簽章，請第一位同事先在自己的裝置簽署。',
    en: 'The first vote is not signed yet. Ask that colleague to sign it on their own device.',
  },
  'operator.signature-refused': {
    status: 409,
    tw: '簽章無法驗證，此票未計入。請用你登記的投票金鑰再試一次。',
    en: 'The signature could not be verified, so the vote was not counted. Try again with one of your voting keys.',
  },
  'operator.no-key': {
    status: 409,
    tw: '這台裝置沒有你的投票金鑰，請先到「登入方式」新增。',
    en: 'You have no voting key on this device. Add one under Sign-in methods first.',
  },
  'operator.key-open': {
    status: 409,
    tw: '你已有一把投票金鑰待同事核准。',
    en: 'You already have a voting key waiting for approval.',
  },
  'operator.key-refused': {
    status: 400,
    tw: '這把金鑰的格式有誤，或已登記過。',
    en: 'This key has an invalid format or is already registered.',
  },
  'operator.key-code-refused': {
    status: 409,
    tw: '金鑰碼不正確或已使用過。',
    en: 'The key code is wrong or was already used.',
  },
  'operator.half-taken': {
    status: 409,
    tw: '這一半啟用碼已顯示過、已過期，或不屬於你。',
    en: 'This half of the code was already shown, has expired or is not yours.',
  },
  'review.reason-required': {
    status: 400,
    tw: '請填寫原因，會員會看到。',
    en: 'Write a reason of a few words. The member reads it.',
  },
  'review.reason-code': {
    status: 400,
    tw: '請從清單選擇退回原因。',
    en: 'Choose a reason for the rejection from the list.',
  },
  'review.note-long': {
    status: 400,
    tw: '原因最多 {max} 個字，未送出。',
    en: 'The reason can have at most {max} characters. Nothing was sent.',
  },
  'review.not-opened': {
    status: 409,
    tw: '請先按 V 開啟必看文件。',
    en: 'Press V to open the documents first.',
  },
  'review.no-bank-line': {
    status: 400,
    tw: '無對應的銀行明細，請在備註填寫入帳理由。',
    en: 'No bank line matches this deposit. Explain in the note why it can be booked.',
  },
  'deposit.booked-differs': {
    status: 409,
    tw: '銀行明細為 {bank}，只能依明細入帳。',
    en: 'The bank line says {bank}. The deposit must be booked at that amount.',
  },
  'deposit.booked-too-much': {
    status: 409,
    tw: '超過規則上限 {max}，無法入帳。',
    en: 'The amount is above the limit of {max} and cannot be booked.',
  },
  'review.no-revision': {
    status: 409,
    tw: '已有一人核准，金額不可再修改。請重新查看後再決定。',
    en: 'Another person has approved it, so the amount can no longer change. Review it again before you decide.',
  },
  'review.not-yours': {
    status: 403,
    tw: '僅提案人可撤回。',
    en: 'Only the proposer can cancel this proposal.',
  },

>>>>>>> pictures
  // The audit trail
  'audit.no-such-head': {
    status: 409,
    tw: '稽核鏈在此位置沒有這個雜湊，未記錄。',
    en: 'The chain has no such hash at this position. Nothing was recorded.',
  },

  // Members
  'members.not-found': {
    status: 404,
    tw: '找不到這位會員或這項限制。',
    en: 'Member or restriction not found.',
  },
  'members.proposal-open': {
    status: 409,
    tw: '這項限制已有一件提案待核准。',
    en: 'A proposal for this restriction is already waiting for approval.',
  },
  'members.restricted-already': {
    status: 409,
    tw: '這位會員已有此類限制。',
    en: 'This member already has a restriction of this kind.',
  },
  'members.review-date': {
    status: 400,
    tw: '覆核日須在明天起 {days} 天之內。',
    en: 'The review date must be between tomorrow and {days} days from now.',
  },

  // Views and personal data
  'view.limit': {
    status: 409,
    tw: '最多儲存 20 個檢視，請先移除一個。',
    en: 'You can save at most 20 views. Remove one first.',
  },
  'view.exists': { status: 409, tw: '已有同名的檢視。', en: 'A view with this name already exists.' },
  'view.not-found': { status: 404, tw: '找不到這個檢視。', en: 'View not found.' },
  'personal.not-found': {
    status: 404,
    tw: '這位會員沒有這項資料。',
    en: 'This member has no such data.',
  },
  'personal.purpose-required': {
    status: 400,
    tw: '請填寫查看目的，會員會看到。',
    en: 'Write the purpose in a few words. The member will see it.',
  },
} as const satisfies Record<string, ConsoleEntry>

export type ConsoleCode = keyof typeof consoleCatalogue
/** Every code a console route can refuse with. */
export type ConsoleRefusalCode = ConsoleCode | RefusalCode

export const isConsoleCode = (text: string): text is ConsoleCode => Object.hasOwn(consoleCatalogue, text)

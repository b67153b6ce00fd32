// Reviews and their votes.

import type { ConsoleEntry } from './console-entry.ts'

export const reviewEntries = {
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
} as const satisfies Record<string, ConsoleEntry>

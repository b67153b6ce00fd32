// What only the console's API may answer with. A list of its own, so that no word of it is in the phone's bundle; the
// general codes (bad input, signed out, busy) are those of the member catalogue and keep their texts there.

import type { RefusalCode } from './codes.ts'

interface Entry {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429
  readonly tw: string
  readonly en: string
}

export const consoleCatalogue = {
  // Signing in
  'operator.wrong-credentials': {
    status: 409,
    tw: '登入名稱或密碼錯誤。',
    en: 'Login name or password is wrong.',
  },
  'operator.locked': {
    status: 429,
    tw: '錯誤次數過多，請 {minutes} 分鐘後再試。',
    en: 'Too many wrong tries. Try again in {minutes} minutes.',
  },
  'operator.wrong-code': {
    status: 409,
    tw: '驗證碼不正確或已經用過。',
    en: 'The code is wrong or was used already.',
  },
  'operator.challenge-expired': {
    status: 409,
    tw: '這次登入已逾時，請重新開始。',
    en: 'This sign-in has run out. Start again.',
  },
  'operator.passkey-refused': {
    status: 409,
    tw: '無法確認這把通行金鑰。',
    en: 'This passkey could not be confirmed.',
  },
  'operator.enrolment-refused': {
    status: 409,
    tw: '啟用碼不正確、已用過或已過期。',
    en: 'The enrolment code is wrong, used or out of date.',
  },
  'operator.password-weak': {
    status: 400,
    tw: '密碼至少 12 個字元，不能太常見，也不能包含登入名稱。',
    en: 'A password has at least 12 characters, is not a common one and does not contain the login name.',
  },
  'operator.passwords-differ': {
    status: 400,
    tw: '兩次輸入的新密碼不同。',
    en: 'The two new passwords differ.',
  },
  'operator.not-allowed': {
    status: 403,
    tw: '你的角色沒有這項權限。',
    en: 'Your roles do not allow this.',
  },

  // People and roles
  'operator.login-taken': {
    status: 409,
    tw: '這個登入名稱已經有人使用。',
    en: 'This login name is taken.',
  },
  'operator.not-found': { status: 404, tw: '找不到這位營運人員。', en: 'There is no such operator.' },
  'operator.proposal-open': {
    status: 409,
    tw: '這位營運人員已有一件提案等待核准。',
    en: 'A proposal about this operator is waiting already.',
  },
  'operator.too-few-admins': {
    status: 409,
    tw: '這樣會少於兩位管理員，提案沒有送出。',
    en: 'Fewer than two admins would be left. Nothing was proposed.',
  },

  // Reviews
  // Money in and out
  'funds.proposal-open': {
    status: 409,
    tw: '已經有一件相同的提案等待核准。',
    en: 'A proposal about this is waiting already.',
  },
  'funds.nothing-queued': {
    status: 409,
    tw: '這個幣別沒有等待匯出的提領。',
    en: 'No withdrawal in this currency waits for the bank.',
  },
  'funds.not-on-its-way': {
    status: 409,
    tw: '這筆提領沒有匯出，無法退回。',
    en: 'This withdrawal is not on its way, so nothing can come back.',
  },
  'funds.channel': {
    status: 400,
    tw: '管道資料不完整，或上下限與手續費不合。',
    en: 'The channel is incomplete, or its bounds and fee do not fit.',
  },

  'review.not-found': { status: 404, tw: '找不到這件審核。', en: 'There is no such review.' },
  'review.not-open': {
    status: 409,
    tw: '這件審核已經有結果，你的決定沒有計入。',
    en: 'This review is no longer open. Your vote was not counted.',
  },
  'review.expired': {
    status: 409,
    tw: '這件審核已過期，你的決定沒有計入。',
    en: 'This review has expired. Your vote was not counted.',
  },
  'review.changed': {
    status: 409,
    tw: '內容在你查看之後改過，請重新看過再決定。',
    en: 'The content changed after you opened it. Look again before you decide.',
  },
  'review.not-allowed': {
    status: 403,
    tw: '這一步需要另一種角色。',
    en: 'This step needs another role.',
  },
  'review.same-person': {
    status: 409,
    tw: '你已經核准過，第二次核准要由另一個人來做。',
    en: 'You have approved this already. The second approval must come from somebody else.',
  },
  'review.same-device': {
    status: 409,
    tw: '第一次核准來自這台裝置，第二次要用另一台裝置。',
    en: 'The first approval came from this device. The second must come from another.',
  },
  'review.own-account': {
    status: 403,
    tw: '這是你自己或與你有關的帳戶，你不能決定。',
    en: 'This account is yours or related to you. You cannot decide on it.',
  },
  'review.reason-required': {
    status: 400,
    tw: '退回時請寫下會員會看到的原因。',
    en: 'To turn it down, write the reason the member will read.',
  },
  'review.no-revision': {
    status: 409,
    tw: '這一類審核不能改內容，或已經有人核准。',
    en: 'This kind cannot be revised, or somebody has approved it already.',
  },
  'review.not-yours': {
    status: 403,
    tw: '只有提案人可以撤回。',
    en: 'Only the one who proposed it can withdraw it.',
  },

  // Views and personal data
  'view.limit': {
    status: 409,
    tw: '最多儲存 20 個檢視，請先移除一個。',
    en: 'At most 20 views are kept. Remove one first.',
  },
  'view.exists': { status: 409, tw: '已經有同名的檢視。', en: 'A view of this name exists already.' },
  'view.not-found': { status: 404, tw: '找不到這個檢視。', en: 'There is no such view.' },
  'personal.not-found': {
    status: 404,
    tw: '這位會員沒有這項資料。',
    en: 'This member has no such data.',
  },
  'personal.purpose-required': {
    status: 400,
    tw: '請寫下查看的目的，會員會看到。',
    en: 'Write what it is opened for. The member will see it.',
  },
} as const satisfies Record<string, Entry>

export type ConsoleCode = keyof typeof consoleCatalogue
/** Everything a console route may refuse with. */
export type ConsoleRefusalCode = ConsoleCode | RefusalCode

export const isConsoleCode = (text: string): text is ConsoleCode => Object.hasOwn(consoleCatalogue, text)

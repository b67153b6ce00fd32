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
  'operator.passkey-limit': {
    status: 409,
    tw: '最多 {max} 把通行金鑰，請先移除一把。',
    en: 'At most {max} passkeys are kept. Remove one first.',
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
  'funds.file-fetched': {
    status: 409,
    tw: '這個付款檔已經下載過，只給一次。',
    en: 'This file was fetched already. It is given out once.',
  },
  'funds.channel': {
    status: 400,
    tw: '管道資料不完整，或上下限與手續費不合。',
    en: 'The channel is incomplete, or its bounds and fee do not fit.',
  },

  // Rules, site, calendar, market
  'proposal.open': {
    status: 409,
    tw: '已經有一件提案等待核准。',
    en: 'A proposal about this is waiting already.',
  },
  'proposal.why': {
    status: 400,
    tw: '請寫下為什麼。',
    en: 'Write down why.',
  },
  'rule.not-found': { status: 404, tw: '找不到這條規則或改變。', en: 'There is no such rule or change.' },
  'rule.fixed': {
    status: 409,
    tw: '這條規則隨版本發布，這裡不能改。',
    en: 'This rule changes with a release, not here.',
  },
  'rule.bounds': {
    status: 400,
    tw: '數值超出可填的範圍。',
    en: 'The value is outside the bounds of the rule.',
  },
  'rule.same': { status: 409, tw: '和現在一樣，沒有改變。', en: 'It is what it is already.' },
  'rule.order': {
    status: 409,
    tw: '和另一條規則牴觸：下限不能高於上限。',
    en: 'It contradicts another rule: a lower bound would pass its upper one.',
  },
  'rule.announced': {
    status: 409,
    tw: '這條規則已有公告中的改變，生效或停止之後再提。',
    en: 'A change of this rule is announced. Propose another after it holds or was stopped.',
  },
  'rule.date': {
    status: 400,
    tw: '生效日要在今天之後、一年之內。',
    en: 'The day must lie ahead, within a year.',
  },
  'rule.too-late': {
    status: 409,
    tw: '這次改變已經生效，或已經停止。',
    en: 'This change holds already, or was stopped.',
  },
  'site.unknown': { status: 404, tw: '沒有這個設定。', en: 'There is no such setting.' },
  'site.value': { status: 400, tw: '這個值的格式不對。', en: 'This value is not well formed.' },
  'site.same': { status: 409, tw: '和現在一樣，沒有改變。', en: 'It is what it is already.' },
  'site.logo': {
    status: 400,
    tw: '請用 PNG、JPEG 或 WebP，至少 64 點，壓縮後 40 KB 以內。',
    en: 'Use a PNG, JPEG or WebP of at least 64 points that comes to 40 kB or less.',
  },
  'closure.past': {
    status: 409,
    tw: '只能改今天以後的日子。',
    en: 'Only days from today on can be changed.',
  },
  'closure.no-trading-day': {
    status: 409,
    tw: '這一天本來就休市。',
    en: 'Nothing trades on this day anyway.',
  },
  'closure.not-ours': {
    status: 409,
    tw: '這一天不是在這裡加的，不能在這裡取消。',
    en: 'This closed day was not added here and cannot be taken away here.',
  },
  'closure.too-many': {
    status: 409,
    tw: '這樣會連續太多天休市。',
    en: 'Too many days in a row would be closed.',
  },
  'market.halted': { status: 409, tw: '已經暫停了。', en: 'It is halted already.' },
  'market.not-halted': { status: 409, tw: '沒有暫停，不用恢復。', en: 'It is not halted.' },
  'market.halted-whole': {
    status: 409,
    tw: '整個市場暫停中，要先恢復市場。',
    en: 'The whole market is halted. Resume the market first.',
  },

  'funds.payouts-stopped': {
    status: 409,
    tw: '帳務不符，付款已自動停止，相符後才會恢復。',
    en: 'The books do not match. Payouts have stopped by themselves until they do.',
  },
  'funds.journal-unbalanced': {
    status: 400,
    tw: '各行加總不是 0。',
    en: 'The lines do not sum to zero.',
  },
  'funds.journal-lines': {
    status: 400,
    tw: '每個帳戶只能有一行，金額不能是 0，也不能超過上限。',
    en: 'Each account has one line, none is zero and none is above the limit.',
  },
  'funds.journal-member': {
    status: 400,
    tw: '找不到這位會員，或分錄沒有會員那一行。',
    en: 'There is no such member, or no line is his.',
  },
  'funds.journal-entry': { status: 404, tw: '找不到這筆分錄。', en: 'There is no such entry.' },
  'funds.journal-short': {
    status: 409,
    tw: '會員的可用餘額不夠，更正會讓它變成負的。',
    en: 'The member has not enough: the correction would leave less than nothing.',
  },

  // Vouchers and notices
  'coupon.nobody': { status: 409, tw: '沒有符合的會員。', en: 'No member fits this.' },
  'coupon.too-many': {
    status: 409,
    tw: '一次最多發給 {most} 位會員，請縮小範圍。',
    en: 'At most {most} members at a time. Narrow it down.',
  },
  'coupon.terms': {
    status: 400,
    tw: '名稱、金額或到期日不合：兩種語言都要有名稱，金額在上限內，到期日在一年內。',
    en: 'Name, amount or last day do not fit: a name in both languages, an amount within the limit, a day within a year.',
  },
  'notice.words': {
    status: 400,
    tw: '標題、摘要和內文都要有中文和英文。',
    en: 'Title, summary and body are needed in both languages.',
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

  // The audit trail
  'audit.no-such-head': {
    status: 409,
    tw: '鏈上沒有這個位置的這個雜湊，沒有記下來。',
    en: 'The chain has no such hash at this place. Nothing was noted.',
  },

  // Members
  'members.not-found': {
    status: 404,
    tw: '找不到這位會員或這項限制。',
    en: 'There is no such member or restriction.',
  },
  'members.proposal-open': {
    status: 409,
    tw: '這項限制已經有一件提案等待核准。',
    en: 'A proposal about this restriction is waiting already.',
  },
  'members.restricted-already': {
    status: 409,
    tw: '這位會員已經有這一類限制。',
    en: 'This member has a restriction of this kind already.',
  },
  'members.review-date': {
    status: 400,
    tw: '覆核日要在明天到 {days} 天之內。',
    en: 'The review date lies between tomorrow and {days} days from now.',
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

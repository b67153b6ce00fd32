// Codes that only the console's API answers with. A separate list keeps them out of the phone's bundle. The general
// codes (bad input, signed out, busy) are those of the member catalogue and keep their texts there.

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
    tw: '請用幾個字寫下為什麼。',
    en: 'Write in a few words why.',
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
    tw: '更正不完整：要有幣別、兩行以上的分錄，以及中英文原因。',
    en: 'The correction is incomplete. It needs a currency, at least two lines, and the reason in both languages.',
  },
  'funds.journal-twice': {
    status: 400,
    tw: '同一個帳戶出現兩行，請合併成一行。',
    en: 'An account has two lines. Combine them into one.',
  },
  'funds.journal-zero': {
    status: 400,
    tw: '有一行的金額是 0，請填金額或刪掉這一行。',
    en: 'A line is zero. Fill in the amount or remove the line.',
  },
  'funds.journal-limit': {
    status: 400,
    tw: '一行最多 {limit}。已入帳的儲值請用「沖回這筆儲值」，沒有這個上限。',
    en: 'A line is above the limit of {limit}. To undo a booked deposit, use “Reverse this deposit”, which has no such limit.',
  },
  'funds.line-taken': {
    status: 409,
    tw: '這行銀行明細已經有人處理，請重新整理。',
    en: 'This bank line was handled meanwhile. Reload it.',
  },
  'funds.line-target': {
    status: 400,
    tw: '這張單不能配這行：幣別、方向、金額或狀態不合。',
    en: 'This request does not fit the bank line: currency, direction, amount or state differs.',
  },
  'funds.line-return': {
    status: 400,
    tw: '只有匯入的款項可以退回。',
    en: 'Only money that came in can be sent back.',
  },
  'funds.reversal-state': {
    status: 409,
    tw: '這筆儲值沒有入帳，或已經沖回過。',
    en: 'This deposit was not booked, or it was reversed before.',
  },
  'funds.reversal-amount': {
    status: 400,
    tw: '正確金額要等於銀行明細 {line}；沒有明細時要小於原入帳金額。',
    en: 'The right amount must be what the bank line says, {line}. Without a bank line it must be below the booked amount.',
  },
  'funds.reversal-short': {
    status: 409,
    tw: '會員可用 {available}，沖回要 {needed}。差額已被用掉：先限制提領，等會員補足或賣出交割後再沖回；追不回來的部分由公司承擔，請主管決定。',
    en: 'The member has {available} available and the reversal needs {needed}. The rest was spent. Restrict withdrawals first, then reverse when the money is back. Any amount not recovered is the company’s loss and a manager decides it.',
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
    tw: '一次最多發給 {max} 位會員，請縮小範圍。',
    en: 'At most {max} members at a time. Narrow it down.',
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
  'review.set-restriction': {
    status: 403,
    tw: '這個限制是你提出或核准的，申訴要由另外兩個人決定。',
    en: 'You proposed or approved this restriction. Two other people decide the appeal.',
  },
  'review.separated': {
    status: 403,
    tw: '第一票和你有提名關係，隔離期內不能湊成兩票，請另一位同事來投。',
    en: 'The first vote is by someone who proposed you, or whom you proposed. Until the separation ends another colleague must vote.',
  },
  'review.unsigned': {
    status: 409,
    tw: '第一票還沒有簽章，請第一位同事先在自己的裝置上簽。',
    en: 'The first vote is not signed yet. Ask that colleague to sign it on their own device.',
  },
  'operator.signature-refused': {
    status: 409,
    tw: '簽章無法確認，這一票沒有算。請用你登記的投票金鑰再試一次。',
    en: 'The signature could not be verified, so the vote was not counted. Try again with a voting key of yours.',
  },
  'operator.no-key': {
    status: 409,
    tw: '這台裝置沒有你的投票金鑰，請先到「我的帳號」登記。',
    en: 'This device has no voting key of yours. Add one on your account page first.',
  },
  'operator.key-open': {
    status: 409,
    tw: '你已經有一把投票金鑰在等同事核准。',
    en: 'A voting key of yours is waiting for approval already.',
  },
  'operator.key-refused': {
    status: 400,
    tw: '這把金鑰的格式不對，或已經登記過。',
    en: 'This key has a wrong form or is registered already.',
  },
  'operator.key-code-refused': {
    status: 409,
    tw: '金鑰碼不正確，或已經用過。',
    en: 'The key code is wrong or was used already.',
  },
  'operator.half-taken': {
    status: 409,
    tw: '這一半已經顯示過、已過期，或不是給你的。',
    en: 'This half was shown already, has expired or is not for you.',
  },
  'review.reason-required': {
    status: 400,
    tw: '請用幾個字寫下會員會看到的原因。',
    en: 'Write a reason of a few words. The member reads it.',
  },
  'review.reason-code': {
    status: 400,
    tw: '請從清單選一個退回原因。',
    en: 'Choose a reason for the rejection from the list.',
  },
  'review.note-long': {
    status: 400,
    tw: '原因最多 {max} 個字，沒有送出。',
    en: 'A reason has at most {max} characters. Nothing was sent.',
  },
  'review.not-opened': {
    status: 409,
    tw: '請先打開必看文件（按 V），再核准。',
    en: 'Open the documents first (press V). Then you can approve.',
  },
  'review.no-bank-line': {
    status: 400,
    tw: '沒有對應的銀行明細，請在備註寫下入帳的理由。',
    en: 'No bank line matches this deposit. Write in the note why it can be booked.',
  },
  'deposit.booked-differs': {
    status: 409,
    tw: '銀行明細是 {bank}，只能照明細入帳。',
    en: 'The bank line says {bank}. A deposit is booked at that figure.',
  },
  'deposit.booked-too-much': {
    status: 409,
    tw: '超過規則上限 {max}，不能入帳。',
    en: 'This is above the limit of {max} and cannot be booked.',
  },
  'review.no-revision': {
    status: 409,
    tw: '已經有人核准，金額不能再改。請重新看過再決定。',
    en: 'Another person has approved it, so the figure can no longer change. Look again before you decide.',
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
    tw: '請用幾個字寫下查看的目的，會員會看到。',
    en: 'Write in a few words what it is opened for. The member will see it.',
  },
} as const satisfies Record<string, Entry>

export type ConsoleCode = keyof typeof consoleCatalogue
/** Every code a console route can refuse with. */
export type ConsoleRefusalCode = ConsoleCode | RefusalCode

export const isConsoleCode = (text: string): text is ConsoleCode => Object.hasOwn(consoleCatalogue, text)

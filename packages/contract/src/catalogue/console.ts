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
  'operator.password-same': {
    status: 400,
    tw: '新密碼與目前的密碼相同。',
    en: 'The new password is the same as the current one.',
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
  'operator.push-refused': {
    status: 409,
    tw: '這個瀏覽器無法接收推播，設定未變更。',
    en: 'This browser cannot receive push messages. Nothing was changed.',
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

  // Draws
  'draw.not-found': { status: 404, tw: '找不到這次抽籤。', en: 'This draw does not exist.' },
  'draw.not-closed': {
    status: 409,
    tw: '名單尚未封存，或已過解鎖期限。',
    en: 'The list is not closed yet, or the last time to release has passed.',
  },

  // Coupons and notices
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
  'notice.path': {
    status: 400,
    tw: '連結須為 App 內的路徑，以 / 開頭，例如 /market。',
    en: 'The link must be a path of the app that begins with /, such as /market.',
  },
  'notice.time': {
    status: 400,
    tw: '發送時間須晚於現在，且在 {days} 天內。',
    en: 'The time to send must be in the future and within {days} days.',
  },
  'notice.sent': {
    status: 409,
    tw: '公告已發布，無法取消。',
    en: 'The notice has been sent and can no longer be cancelled.',
  },
  'notice.texts': {
    status: 400,
    tw: '標題、摘要與內文皆須填寫中英文。',
    en: 'Enter the title, summary and body in both languages.',
  },
  'support.thread-not-found': { status: 404, tw: '找不到這件客服案件。', en: 'This matter was not found.' },
  'support.changed': {
    status: 409,
    tw: '這件有新的訊息或回覆，你的回覆沒有送出。請先看過再回。',
    en: 'There is a new message or answer. Yours was not sent. Read it first.',
  },
  'support.no-colleague': {
    status: 409,
    tw: '這位同事不能處理客服案件，案件沒有轉出。',
    en: 'This colleague cannot answer members. The matter was not handed over.',
  },
  'news.texts': {
    status: 400,
    tw: '標題與內文皆須填寫中英文，標題為一行，且不得含控制字元。',
    en: 'Enter title and text in both languages, the title on one line, without control characters.',
  },
  'news.note': {
    status: 400,
    tw: '更正說明須填寫中英文，會員會看到。',
    en: 'Enter the note on the correction in both languages. Members see it.',
  },
  'news.time': {
    status: 400,
    tw: '發布時間須晚於現在，且在 {days} 天內。',
    en: 'The time to publish must be in the future and within {days} days.',
  },
  'news.rule': {
    status: 400,
    tw: '規則簿沒有這條規則，請填規則代號。',
    en: 'The rule book has no such rule. Enter the id of a rule.',
  },
  'news.symbols': {
    status: 400,
    tw: '找不到這些股票代號，最多五檔。',
    en: 'These stock codes are unknown. Enter at most five.',
  },
  'news.picture': {
    status: 400,
    tw: '無法使用這張圖片。請用 JPEG、PNG 或 WebP，夠大且不是動畫。',
    en: 'This picture cannot be used. Send a JPEG, PNG or WebP that is large enough and not animated.',
  },
  'news.changed': {
    status: 409,
    tw: '這篇文章已有較新的版本，或不能更正。請重新載入。',
    en: 'The article has a newer version, or cannot be corrected. Load it again.',
  },

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

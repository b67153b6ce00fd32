// Rules, site, calendar, market.

import type { ConsoleEntry } from './console-entry.ts'

export const marketEntries = {
  'orders.narrow': {
    status: 400,
    tw: '請輸入會員或委託編號，或選一檔股票的某一天。',
    en: 'Enter a member or an order id, or choose one stock and one day.',
  },
  'block-listing.closed': {
    status: 409,
    tw: '今天的鉅額交易已截止，提案未送出。',
    en: 'Block trading is closed for today. The proposal was not sent.',
  },
  'block-listing.seat': { status: 409, tw: '找不到這個席位。', en: 'Seat not found.' },
  'block-listing.stock': {
    status: 409,
    tw: '找不到這檔股票，或今天沒有參考價。',
    en: 'This stock does not exist or has no reference price today.',
  },
  'block-listing.terms': {
    status: 409,
    tw: '不符合規則：{rule}。提案未送出。',
    en: 'This breaks the rule {rule}. The proposal was not sent.',
  },
  'block-listing.password': {
    status: 400,
    tw: '密碼長度不符規定。',
    en: 'The password has the wrong length.',
  },
  'block-listing.shares': {
    status: 409,
    tw: '席位只有 {left} 張可賣，提案未送出。',
    en: 'The seat has {left} lots to sell. The proposal was not sent.',
  },
  'copy-product.mentor': {
    status: 409,
    tw: '這位導師目前不能被跟單，提案未送出。',
    en: 'This mentor cannot be followed now. The proposal was not sent.',
  },
  'copy-product.terms': {
    status: 400,
    tw: '條件有誤：請檢查名稱、金額、天數與跟單期限。',
    en: 'The terms are invalid. Check the name, the amounts, the days and the follow deadline.',
  },
  'offer.terms': {
    status: 400,
    tw: '條件有誤：請檢查價格、張數與各日期的先後。',
    en: 'The terms are invalid. Check the price, the lots and the order of the dates.',
  },
  'auction.terms': {
    status: 400,
    tw: '條件有誤：請檢查底價、張數與各日期的先後。',
    en: 'The terms are invalid. Check the floor price, the lots and the order of the dates.',
  },
  'offer.symbol-taken': { status: 409, tw: '這個代號已被使用。', en: 'This code is already used.' },
  'offer.closed': {
    status: 409,
    tw: '這檔已截止收件，無法下架。',
    en: 'This offer has closed and can no longer be removed.',
  },
  'currency.backup-not-needed': {
    status: 409,
    tw: '這個幣別目前不需要備援報價。',
    en: 'This currency does not need its backup source now.',
  },
  'proposal.open': {
    status: 409,
    tw: '已有一件提案待核准。',
    en: 'A proposal for this is already waiting for approval.',
  },
  'proposal.why': {
    status: 400,
    tw: '請填寫理由。',
    en: 'Write a reason of a few words.',
  },
  'rule.not-found': { status: 404, tw: '找不到這條規則或變更。', en: 'Rule or rule change not found.' },
  'rule.fixed': {
    status: 409,
    tw: '這條規則隨版本發布，無法在此變更。',
    en: 'This rule is fixed in the release and cannot be changed here.',
  },
  'rule.bounds': {
    status: 400,
    tw: '數值超出允許範圍。',
    en: 'The value is outside the allowed range.',
  },
  'rule.same': { status: 409, tw: '與目前的值相同，未變更。', en: 'The new value equals the current one.' },
  'rule.order': {
    status: 409,
    tw: '與另一條規則牴觸：下限不可高於上限。',
    en: 'It conflicts with another rule: a lower limit would exceed its upper limit.',
  },
  'rule.announced': {
    status: 409,
    tw: '這條規則已有公告中的變更，請於生效或中止後再提案。',
    en: 'A change to this rule is already announced. Propose another after it takes effect or is stopped.',
  },
  'rule.date': {
    status: 400,
    tw: '生效日須在今天之後、一年之內。',
    en: 'The date must be after today and within a year.',
  },
  'rule.too-late': {
    status: 409,
    tw: '這次變更已生效或已中止。',
    en: 'This change has already taken effect or was stopped.',
  },
  'site.unknown': { status: 404, tw: '找不到這個設定。', en: 'Setting not found.' },
  'site.value': { status: 400, tw: '這個值的格式有誤。', en: 'This value has an invalid format.' },
  'site.same': { status: 409, tw: '與目前的值相同，未變更。', en: 'The new value equals the current one.' },
  'site.logo': {
    status: 400,
    tw: '請使用 PNG、JPEG 或 WebP，至少 64 像素，壓縮後 40 KB 以內。',
    en: 'Use a PNG, JPEG or WebP of at least 64 pixels that compresses to 40 kB or less.',
  },
  'closure.past': {
    status: 409,
    tw: '只能變更今天及以後的日期。',
    en: 'Only today and later days can be changed.',
  },
  'closure.no-trading-day': {
    status: 409,
    tw: '這一天已是休市日。',
    en: 'This day is already closed.',
  },
  'closure.not-ours': {
    status: 409,
    tw: '這一天不是由營運人員設定，無法在此取消。',
    en: 'Operators did not add this closed day, so it cannot be removed here.',
  },
  'closure.too-many': {
    status: 409,
    tw: '連續休市天數過多。',
    en: 'Too many consecutive days would be closed.',
  },
  'market.halted': { status: 409, tw: '已暫停交易。', en: 'Trading is already halted.' },
  'market.not-halted': { status: 409, tw: '未暫停交易，無須恢復。', en: 'Trading is not halted.' },
  'market.halted-whole': {
    status: 409,
    tw: '整個市場暫停中，請先恢復市場。',
    en: 'The whole market is halted. Resume the market first.',
  },

  'funds.payouts-stopped': {
    status: 409,
    tw: '對帳不符，付款已自動停止，相符後恢復。',
    en: 'The ledger does not match. Payouts stopped automatically and resume when it matches.',
  },
  'funds.journal-unbalanced': {
    status: 400,
    tw: '各行加總不為 0。',
    en: 'The lines do not sum to zero.',
  },
  'funds.journal-lines': {
    status: 400,
    tw: '更正不完整：須有幣別、兩行以上的分錄及中英文理由。',
    en: 'The correction is incomplete. It needs a currency, at least two lines, and the reason in both languages.',
  },
  'funds.journal-twice': {
    status: 400,
    tw: '同一科目出現兩行，請合併為一行。',
    en: 'An account has two lines. Combine them into one.',
  },
  'funds.journal-zero': {
    status: 400,
    tw: '有一行金額為 0，請填寫金額或移除這一行。',
    en: 'A line is zero. Enter an amount or remove the line.',
  },
  'funds.journal-limit': {
    status: 400,
    tw: '每行上限 {limit}。沖回已入帳的儲值請用「沖回這筆儲值」，不受此上限限制。',
    en: 'A line is above the limit of {limit}. To undo a booked deposit, use “Reverse this deposit”, which has no such limit.',
  },
  'funds.line-taken': {
    status: 409,
    tw: '這筆銀行明細已由其他人員處理，請重新整理。',
    en: 'Another operator has handled this bank line. Reload the page.',
  },
  'funds.line-target': {
    status: 400,
    tw: '單據與這筆明細不符：幣別、方向、金額或狀態不同。',
    en: 'This request does not match the bank line: currency, direction, amount or state differs.',
  },
  'funds.line-return': {
    status: 400,
    tw: '僅匯入的款項可退回。',
    en: 'Only incoming payments can be returned.',
  },
  'funds.reversal-state': {
    status: 409,
    tw: '這筆儲值未入帳，或已沖回。',
    en: 'This deposit was not booked or is already reversed.',
  },
  'funds.reversal-amount': {
    status: 400,
    tw: '正確金額須等於銀行明細 {line}；無明細時須小於原入帳金額。',
    en: 'The correct amount must equal the bank line, {line}. Without a bank line it must be below the booked amount.',
  },
  'funds.reversal-short': {
    status: 409,
    tw: '會員可用 {available}，沖回需 {needed}，差額已動用。請先限制提領，待會員補足或賣出交割後再沖回；無法追回的部分由公司承擔，請主管決定。',
    en: 'The member has {available} available and the reversal needs {needed}. The difference was spent. Restrict withdrawals first, and reverse when the money is back. A manager decides on any amount that cannot be recovered; the company bears the loss.',
  },
  'funds.journal-member': {
    status: 400,
    tw: '找不到這位會員，或分錄不含會員科目。',
    en: 'Member not found, or no line belongs to the member.',
  },
  'funds.journal-goodwill': {
    status: 400,
    tw: '商譽補償不可向會員扣款，請改選其他理由。',
    en: 'Goodwill cannot take money from a member. Choose another reason.',
  },
  'funds.journal-entry': { status: 404, tw: '找不到這筆分錄。', en: 'Entry not found.' },
  'funds.journal-short': {
    status: 409,
    tw: '會員可用餘額不足，更正後將為負數。',
    en: 'The member’s available balance is too low: the correction would make it negative.',
  },
} as const satisfies Record<string, ConsoleEntry>

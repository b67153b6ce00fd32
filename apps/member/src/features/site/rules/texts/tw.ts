interface RuleText {
  readonly title: string
  /** The book's own reason where there is none here. */
  readonly reason?: string
}

export const texts = {
  search: '找規則',
  placeholder: '例如「手續費」「當沖」',
  clear: '清除',
  all: (count: number) => `全部 ${count}`,
  chapters: '規則的分類',
  chapterNames: {
    orders: '交易',
    positions: '持有與信用',
    'day-trading': '當沖',
    members: '會員',
    auth: '登入與安全',
    favourites: '自選',
  } as Readonly<Record<string, string>>,
  otherChapter: '其他',
  announced: {
    title: (day: string) => `${day} 起改一條。`,
    text: (title: string, from: string, to: string) => `${title}從 ${from} 改成 ${to}，已提前公告。`,
  },
  why: '為什麼：',
  bounds: '可調範圍：',
  range: (from: string, to: string) => `${from} 到 ${to}`,
  fixed: (value: string) => `固定 ${value}，營運者不能改`,
  history: '改過：',
  never: '上線到現在沒有改過。',
  changed: (day: string, value: string, reason: string) => `${day} 起 ${value}。${reason}`,
  none: (words: string) => `沒有符合「${words}」的規則，換個詞試試。`,
  foot: '規則要兩個人核准、先公告才生效。你看到的就是系統執行的那一份，版本',
  units: {
    count: (n: string) => n,
    characters: (n: string) => `${n} 個字`,
    seconds: (n: string) => `${n} 秒`,
    minutes: (n: string) => `${n} 分鐘`,
    hours: (n: string) => `${n} 小時`,
    days: (n: string) => `${n} 天`,
    steps: (n: string) => `${n} 格`,
    points: (n: string) => `${n} 分`,
    lots: (n: string) => `${n} 張`,
    'on-off': (n: string) => (n === '0' ? '關' : '開'),
  } as Readonly<Record<string, (n: string) => string>>,
  rules: {
    'fee.brokerage': {
      title: '手續費，買賣各收一次',
      reason: '台灣慣用的上限，依整筆委託的成交金額算一次，捨去到元。',
    },
    'fee.brokerageMin': { title: '手續費最低', reason: '整張委託一筆最少 NT$20，捨去之後再比。' },
    'tax.stock': { title: '證交稅，賣出時', reason: '法律規定由賣方繳，捨去到元。' },
    'tax.dayTrade': { title: '當沖證交稅', reason: '同一天買進再賣出減半，施行到 2027 年底。' },
    'tax.etf': { title: 'ETF 證交稅', reason: '基金只收三分之一，當沖不再減半。' },
    'margin.borrowFee': { title: '借券費，做空時', reason: '依做空賣出的金額收一次，捨去到元。' },
    'order.minAmount': { title: '一筆委託最少多少', reason: '開倉的委託至少 NT$1,000。' },
    'order.maxLots': { title: '一筆委託最多幾張', reason: '交易所自己的單筆上限。' },
    'order.perSecond': {
      title: '一秒最多幾筆委託',
      reason: '手按不到這麼快；程式失控時先慢下來，才不會傷到你。',
    },
    'order.runaway': {
      title: '十秒內幾筆開倉就先停',
      reason: '短時間大量開倉多半是失控，先停下來，等你自己重新開啟。',
    },
    'guard.farPrice': {
      title: '離成交價多遠會再問一次',
      reason: '限價比最近成交價差這麼多，而且對你不利，會再確認一次。',
    },
    'guard.equityShare': {
      title: '用掉多少淨值會再問一次',
      reason: '一筆開倉超過淨值的這個比例，會再確認一次。',
    },
    'order.maxConditional': { title: '同時等待的條件單', reason: '每位會員最多這麼多張。' },
    'order.conditionalDays': { title: '條件單最久等幾天', reason: '到期沒觸發就自動取消並解凍。' },
    'margin.interestApr': {
      title: '借款年利率',
      reason: '融資買進的借款按日計息，一年 365 天，四捨五入到分一次。',
    },
    'margin.shortMargin': { title: '做空保證金', reason: '主管機關規定的最低成數，進位到 NT$100。' },
    'margin.callRatio': {
      title: '維持率低於多少會通知',
      reason: '整戶合計，低於這個比率就發出補繳通知。',
    },
    'margin.cancelRatio': {
      title: '維持率回到多少就解除',
      reason: '回到這個比率通知自動解除，補繳也以這個比率計算。',
    },
    'margin.floorRatio': {
      title: '維持率低於多少不等期限',
      reason: '再低下去，擔保很快就不夠還借款，所以直接平倉。',
    },
    'margin.callBusinessDays': { title: '補繳期限，交易日', reason: '到最後一天收盤為止。' },
    'margin.minPrice': {
      title: '可以借款的最低股價',
      reason: '低於面額 NT$10 的股票不能融資，也不能借券。',
    },
    'margin.line': {
      title: '借款與做空的總額度',
      reason:
        '一位會員同時最多欠這麼多，做空以賣出金額計。模擬資金為 NT$5,000 萬；真實帳戶沒有財力證明時是 NT$50 萬。',
    },
    'sell.minHoldDays': {
      title: '買進後幾個交易日可賣',
      reason: '今天買的股票下一個交易日可賣；有當沖資格的當天就可以。',
    },
    'sell.lockMinutes': {
      title: '成交後多久可平倉',
      reason: '從第一筆成交算起。市場沒有這條規則，所以預設不鎖。',
    },
    'sell.waitMinutes': { title: '兩次平倉要隔多久', reason: '同一個部位兩次平倉委託之間的間隔。' },
    'settlement.days': { title: '交割日', reason: 'T+2：成交後第二個交割日，錢和股票就能提領。' },
    'dayTrade.lockMinutes': { title: '當沖成交後多久可平倉', reason: '兩次按之間，喘一口氣。' },
    'dayTrade.dailyGross': {
      title: '當沖每日額度',
      reason: '一天開倉的總金額，和淨值三倍比，取小的。',
    },
    'dayTrade.equityTimes': { title: '當沖額度是淨值的幾倍', reason: '一天開倉總額以淨值的倍數為限。' },
    'dayTrade.accountDays': { title: '當沖要開戶滿幾天', reason: '交易所要求三個月；模擬市場不用等。' },
    'dayTrade.tradesInYear': {
      title: '當沖要一年內幾筆成交',
      reason: '交易所要求十筆；模擬市場不用等。',
    },
    'dayTrade.onlyCash': { title: '當沖不能借款', reason: '當沖一律 1 倍：當天要沖銷，不借錢也不借券過夜。' },
    'practice.grant': { title: '註冊送的模擬資金', reason: '一張領頭股就要上百萬，少了練不起來。' },
    'invitation.code.length': {
      title: '邀請碼長度',
      reason: '短到唸得出來，34 種字元的六次方有十五億組。',
    },
    'credit.score.start': { title: '起始信用分數', reason: '每個人都從滿分開始，只有公開的算式會扣分。' },
    'appeal.statement.min': { title: '申訴最少幾個字', reason: '審核的人至少要有一句話可以看。' },
    'appeal.statement.max': { title: '申訴最多幾個字', reason: '一頁的篇幅；證據請交給客服。' },
    'restriction.review.days': {
      title: '限制最晚幾天要複查',
      reason: '沒有一項限制可以放著不看，複查日最遠就是這麼多天。',
    },
    'account.prefix09': {
      title: '帳號要 09 開頭',
      reason: '台灣手機是 09 開頭；預設關閉，讓其他地區也能用任何十位數字。',
    },
    'login.password.min': { title: '登入密碼最短', reason: '再短，被偷走的雜湊就可能被試出來。' },
    'login.password.max': { title: '登入密碼最長', reason: '任何句子都放得下，又不會被拿來拖累伺服器。' },
    'login.lock.failures': { title: '登入錯幾次鎖定', reason: '錯五次是記錯，再多就是有人在試。' },
    'login.lock.minutes': { title: '登入鎖定多久', reason: '擋得住亂試，本人也能在一小時內回來。' },
    'login.unknownDevice.triesPerHour': {
      title: '陌生裝置每小時可試幾次',
      reason: '不管對方有多少網址，一個帳號每小時最多試這麼多次。',
    },
    'login.knownDevice.days': {
      title: '記得裝置多久',
      reason: '你登入過的瀏覽器另外計次，別人沒辦法把你鎖在外面。',
    },
    'fundPwd.lock.failures': {
      title: '資金密碼錯幾次鎖定',
      reason: '六位數有一百萬種，五次是二十萬分之一。',
    },
    'fundPwd.lock.hours': { title: '資金密碼鎖定多久', reason: '保護你的錢：讓你有時間發現並改密碼。' },
    'recovery.lock.failures': {
      title: '找回密碼錯幾次鎖定',
      reason: '驗證碼可以單獨重設密碼，所以按天計次。',
    },
    'recovery.lock.hours': {
      title: '找回密碼鎖定多久',
      reason: '六位數一天只能猜五次；復原碼和通行密鑰猜不到，永遠不鎖。',
    },
    'session.ttl.hours': { title: '登入最久多久', reason: '一個交易日。' },
    'session.idle.minutes': { title: '閒置多久登出', reason: '放在抽屜的手機會自己登出，開著畫面的不會。' },
    'session.touch.minutes': {
      title: '畫面開著多久回報一次',
      reason: '開著的畫面在這段時間內至少會連線一次，所以只有關掉的才算閒置。',
    },
    'session.max': {
      title: '同時登入的裝置',
      reason: '手機、平板、電腦再加兩台；多一台就登出最久沒用的。',
    },
    'challenge.secondFactor.minutes': { title: '第二步驗證時限', reason: '夠你找到有驗證碼的手機。' },
    'challenge.passkey.minutes': { title: '通行密鑰時限', reason: '系統視窗可能要按好幾次指紋。' },
    'challenge.recovery.minutes': { title: '找回密碼時限', reason: '復原碼通常收在抽屜，不在手上。' },
    'challenge.enrolment.minutes': {
      title: '設定驗證器時限',
      reason: '夠你裝好驗證器；沒確認的密鑰不會一直留著。',
    },
    'challenge.tries': { title: '一次驗證可以錯幾次', reason: '錯一次是手滑，五次之後要重新輸入密碼。' },
    'authenticator.window': {
      title: '驗證碼容許前後幾格',
      reason: '手機時間最多差半分鐘；每多一格就更好猜。',
    },
    'recoveryCodes.count': { title: '復原碼組數', reason: '寫得進一張卡片，每組用一次。' },
    'passkeys.max': { title: '通行密鑰上限', reason: '比一個人的裝置多，又不會多到讓小偷藏一把進去。' },
    'withdraw.restAfterCredentialChange.hours': {
      title: '改密碼後多久才能提領',
      reason: '就算帳戶被盜，本人看到通知之前錢也提不走。',
    },
    'signIns.list.days': { title: '登入紀錄保留幾天', reason: '夠你找到陌生人，又不會變成日記。' },
    'favourites.max': { title: '自選股上限', reason: '每一檔都要即時報價，一支手機一條線帶得動這麼多。' },
    'favourites.maxGroups': { title: '自選群組上限', reason: '群組並排在清單上方，再多就滑不到。' },
    'favourites.maxAlertsPerStock': {
      title: '一檔股票的到價提醒',
      reason: '兩個方向、好幾個價位都夠用；每筆成交都要逐一比對。',
    },
  } as Readonly<Record<string, RuleText>>,
}

export type RulesTexts = typeof texts

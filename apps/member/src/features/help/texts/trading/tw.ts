import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'trading'> = {
  'order-kinds': {
    table: {
      columns: ['限價', '市價'],
      rows: [
        ['成交價', '不會比你填的差', '依當時對方的報價'],
        ['可用時段', '所有時段', '只有逐筆撮合'],
        ['凍結金額', '以限價計', '以當日漲停價計'],
      ],
    },
    parts: [
      { title: 'ROD', text: '沒成交的部分留到今日收盤，隨時可以取消。競價時段只能用限價 ROD。' },
      { title: 'IOC', text: '能成交的立即成交，其餘取消。' },
      { title: 'FOK', text: '全部立即成交，不然全部取消。' },
      {
        title: '同一個價格誰先',
        text: '逐筆撮合時先送出的先成交。開盤競價時，同價的委託由可以重算的抽籤決定先後。',
      },
    ],
  },
  'odd-lots': {
    table: {
      columns: ['整股', '零股'],
      rows: [
        ['單位', '一張的倍數', '不到一張'],
        ['撮合', '逐筆', '每隔幾秒一次'],
        ['委託', '限價、市價', '只有限價'],
        ['手續費最低', '{fee.brokerageMin}', '{fee.brokerageMinOdd}'],
        ['借款、做空、當沖', '可以', '不可以'],
      ],
    },
    steps: [
      { title: '在下單畫面切到「零股」', text: '可以填股數，也可以填金額。' },
      { title: '填金額', text: '畫面會算出買得到幾股，剩下的錢不動。' },
      { title: '看一次總共要付多少，送出', text: '沒成交的部分留到今日收盤。' },
    ],
    parts: [
      {
        title: '成交價和整股不同',
        text: '零股有自己的委託簿，和整股互不成交，所以同一個時間的價格可能不同。',
      },
      {
        title: '收盤後還有一次',
        text: '收盤後可以再下盤後零股，只撮合一次，同價位隨機決定先後。下單畫面會顯示撮合時間。',
      },
      {
        title: '賣出時有整有零',
        text: '平倉時整張和零股各送一筆委託，同時成立，各有自己的手續費。',
      },
    ],
  },
  'order-costs': {
    table: {
      columns: ['買進', '賣出'],
      rows: [
        ['手續費', '{fee.brokerage}', '{fee.brokerage}'],
        ['證交稅，股票', '不收', '{tax.stock}'],
        ['證交稅，ETF', '不收', '{tax.etf}'],
        ['證交稅，股票當沖', '不收', '{tax.dayTrade}'],
      ],
    },
    parts: [
      {
        title: '最低手續費',
        text: '整股一筆委託最低 {fee.brokerageMin}，零股最低 {fee.brokerageMinOdd}。分幾次成交仍只算一次。',
      },
      { title: '怎麼取整數', text: '手續費和證交稅都捨去到元，依整筆委託的成交金額計算。' },
      { title: '做空另外收', text: '借券費 {margin.borrowFee}，依賣出金額收一次；當日買回不收。' },
      {
        title: '損益已經扣了嗎',
        text: '未實現損益已扣預估的賣出費稅。平倉後顯示實際的結果。',
      },
    ],
  },
  'when-to-sell': {
    parts: [
      {
        title: '一般買進',
        text: '買進後 {sell.minHoldDays}（交易日）起可以賣。申購得到的新股，上市當天就可以賣。',
      },
      { title: '有當沖資格', text: '當日買進的股票當日可以賣；沒有以當沖買進的，稅率不減半。' },
      { title: '做空', text: '借來的股票隨時可以買回。欠著股票的人必須隨時能結束風險。' },
      {
        title: '成交後的冷卻時間',
        text: '一般部位 {sell.lockMinutes}，當沖 {dayTrade.lockMinutes}，從第一筆成交起算。還不能平倉時，部位上會顯示幾點起可以，還有多久。',
      },
      { title: '兩次平倉的間隔', text: '同一個部位兩次送出平倉之間要隔 {sell.waitMinutes}。' },
    ],
  },
  'market-hours': {
    parts: [
      {
        title: '現在是什麼時段',
        text: '行情頁最上面寫著現在的時段、下一次改變的時間和交易日。模擬市場每天都開。',
      },
      {
        title: '開盤競價',
        text: '先收集委託，開盤時以成交量最大的一個價格一次成交。這段時間的價格是試撮，還沒有成交，只能用限價 ROD。',
      },
      { title: '逐筆撮合', text: '委託一到就撮合。限價和市價、ROD、IOC、FOK 都可以用。' },
      { title: '收盤競價', text: '最後幾分鐘再收集委託，收盤時一次成交。沒成交的委託到此結束。' },
      {
        title: '暫緩撮合',
        text: '價格在短時間內變動太大時，先暫停幾分鐘收集委託，再一次成交。等待中的市價委託會取消。',
      },
      { title: '漲停和跌停', text: '當日的價格不能超出上下限，個股頁上方的橫條就是這個範圍。' },
    ],
  },
  'conditional-orders': {
    table: {
      columns: ['什麼時候觸發', '觸發後'],
      rows: [
        ['停損', '成交價到達或超過觸發價', '市價或你設的限價'],
        ['停利', '成交價到達你的價格', '限價'],
        ['移動停損', '從最好的價格回落一段距離', '市價'],
        ['二擇一', '停損或停利先到的一個', '另一個取消'],
        ['條件開倉', '漲到或跌到觸發價', '市價或限價'],
      ],
    },
    parts: [
      {
        title: '等待時會凍結什麼',
        text: '平倉的條件單保留那些股票；開倉的條件單凍結資金，觸發時就用這筆錢。取消、到期或失效時全數解凍。',
      },
      {
        title: '等多久',
        text: '最多 {order.conditionalDays}，同時最多 {order.maxConditional} 筆等待。到期沒觸發會通知你。',
      },
      {
        title: '會保證成交價嗎',
        text: '不會。觸發後是一筆普通的委託，價格跳過去時，成交價可能比觸發價差。',
      },
    ],
  },
  'savings-plans': {
    steps: [
      { title: '選一檔股票', text: '從「我的」的定期定額，或零股下單畫面進入。' },
      { title: '填每次的金額', text: '{savings.min} 到 {savings.max}，以 {savings.step} 為單位，含手續費。' },
      { title: '選每月的日子', text: '遇到休市就順延到下一個交易日。' },
    ],
    parts: [
      {
        title: '什麼時候買',
        text: '逐筆撮合開始後 {savings.afterOpen}，限價為現價再加 {savings.headroom}。',
      },
      {
        title: '剩下的錢',
        text: '買不滿的錢留在可用資金，不會累積到下一次。',
      },
      {
        title: '沒買到時',
        text: '錢不夠、暫停交易、漲停或到收盤沒有賣方時會跳過，不動用資金，也不補買，並通知你原因。',
      },
      { title: '改和停', text: '隨時可以改金額和日子、暫停或結束。最多 {savings.maxPlans} 個計畫。' },
    ],
  },
  'day-trading': {
    steps: [
      { title: '申請資格', text: '在「當沖交易」讀完風險說明，用資金密碼簽署。模擬市場立即通過。' },
      { title: '先買或先賣', text: '在下單畫面勾選當沖。一律用自有資金。' },
      { title: '同一天沖銷', text: '在當沖頁看損益兩平的檔位，隨時可以平倉。' },
    ],
    parts: [
      {
        title: '一天的額度',
        text: '{dayTrade.dailyGross}，或淨值的 {dayTrade.equityTimes} 倍，取較小者。以開倉金額計。',
      },
      {
        title: '忘了沖銷',
        text: '收盤前系統會先通知，再自動送出沖銷委託。漲跌停或沒有對手時可能沖銷不完，先賣出的部分會變成一般做空，補繳另一半的稅和借券費。',
      },
      { title: '先買的可以留', text: '先買進的當沖可以在自動沖銷前改成一般部位。' },
      {
        title: '真實帳戶的條件',
        text: '開戶滿 {dayTrade.accountDays}、一年內成交 {dayTrade.tradesInYear} 筆，並由兩位人員審核。',
      },
    ],
  },
  'price-alerts': {
    steps: [
      { title: '點個股頁的星號', text: '股票就在自選裡了，最多 {favourites.max} 檔。' },
      { title: '點鈴鐺設定提醒', text: '漲到、跌到某個價格，或當日漲跌超過某個幅度。' },
      { title: '選一次或每天', text: '每天的提醒一個交易日最多通知一次。' },
    ],
    parts: [
      {
        title: '怎麼通知',
        text: '伺服器依實際成交判斷，關閉程式也有效。提醒會留在通知裡；開啟推播的裝置也會收到推播。',
      },
      { title: '上限', text: '每檔 {favourites.maxAlertsPerStock} 個提醒，{favourites.maxGroups} 個群組。' },
    ],
  },
  'stop-trading': {
    steps: [
      { title: '到「交易」頁的「自我保護」', text: '點「全部取消並停止下單」。' },
      { title: '確認', text: '所有等待中的委託和條件單都會取消，之後不能開新部位。' },
      { title: '想再下單時', text: '在同一個地方重新啟用。' },
    ],
    parts: [
      { title: '部位會平倉嗎', text: '不會。平倉和取消委託一直都可以做。' },
      {
        title: '每日虧損上限',
        text: '自己設一個金額，當日已平倉的虧損含費稅達到後，當天不能再開新部位。',
      },
      {
        title: '系統自動停止',
        text: '十秒內開倉達 {order.rateLimit} 筆時會自動停止，保護你不受失控的程式影響。',
      },
    ],
  },
}

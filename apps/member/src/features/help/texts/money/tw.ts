import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'money'> = {
  deposits: {
    steps: [
      { title: '選儲值通道', text: '每個通道寫著限額、手續費和時間。' },
      { title: '照畫面上的帳號轉帳', text: '附上你的代碼。模擬市場請不要真的轉帳。' },
      { title: '填金額、上傳收據、輸入通道密碼', text: '送出後可以看進度。' },
      { title: '入帳', text: '兩位人員比對申請、收據和銀行明細，入帳金額以銀行收到的為準。' },
    ],
    parts: [
      {
        title: '金額和時間',
        text: '單筆 {deposit.min} 到 {deposit.maxPerTxn}，每日最多 {deposit.maxPerDay}。銀行營業日 {deposit.opens} 到 {deposit.closes} 可以送出。',
      },
      { title: '同時幾筆', text: '一次一筆等待審核。它不影響你提領或交易。' },
      { title: '填錯了', text: '決定前可以取消再送。金額不同時，會看到申請的金額、入帳的金額和原因。' },
    ],
  },
  withdrawals: {
    steps: [
      { title: '先有已驗證的銀行帳戶', text: '姓名要和實名認證相同。' },
      { title: '填金額和資金密碼', text: '畫面會寫可提領多少、為什麼不是全部、預計什麼時候到。' },
      { title: '等審核和付款', text: '金額立即凍結。兩位人員同意後由銀行付款，每一步都有時間。' },
    ],
    parts: [
      {
        title: '可提領多少',
        text: '已交割的可用資金，扣掉之後要付的交割款、利息和追繳金額。T+2 才到的錢還不能提領。',
      },
      {
        title: '金額、次數和時間',
        text: '單筆 {withdraw.min} 到 {withdraw.maxPerTxn}，每日最多 {withdraw.maxPerDay}、{withdraw.countPerDay} 次。銀行營業日 {withdraw.opens} 到 {withdraw.closes}。手續費 {withdraw.fee}。',
      },
      { title: '剛改過密碼或裝置', text: '{withdraw.cooldown} 內不能提領，帳戶被盜時可以爭取時間。' },
      {
        title: '信用分數會擋提領嗎',
        text: '不會。提領所需的分數是 {withdraw.minCreditScore}，自己的錢不會因分數扣住。',
      },
      { title: '反悔', text: '決定前可以取消，凍結的金額全數解凍。' },
    ],
  },
  'bank-accounts': {
    steps: [
      { title: '先完成實名認證', text: '戶名會帶入你的認證姓名，不能改。' },
      { title: '填銀行和帳號', text: '輸入資金密碼送出。' },
      { title: '等審核', text: '兩位人員核對後就能用。' },
    ],
    parts: [
      { title: '什麼時候可以提領', text: '新增後 {bank.coolDownHours}，而且要先通過審核。' },
      { title: '可以有幾個', text: '最多 {bankCards.max} 個。同一個帳號只能屬於一位會員。' },
      {
        title: '外幣帳戶',
        text: '美元和印度盧比各提領到同一幣別的帳戶。印度盧比的帳戶才需要 IFSC，可以另填 UPI。',
      },
      { title: '移除', text: '隨時可以移除，除非有一筆提領正要付到那裡。' },
    ],
  },
  settlement: {
    table: {
      columns: ['可用資金', '未交割'],
      rows: [
        ['來自', '已經付清的錢', '成交了，還沒付清'],
        ['可以買股票', '可以', '可以'],
        ['可以提領', '可以', '不可以'],
      ],
    },
    parts: [
      {
        title: '什麼時候變成可用',
        text: '成交後 {settlement.days}（交割日）。資金紀錄的每一筆都寫著交割日。',
      },
      { title: '遇到休市', text: '交割日遇到休市會順延到下一個交割日。' },
      { title: '購買力', text: '可用資金加未交割的錢，就是下單時能用的購買力。' },
      { title: '股票也一樣', text: '買進的股票在交割日入帳，之前就可以依規則賣出。' },
    ],
  },
  'total-assets': {
    parts: [
      {
        title: '算式',
        text: '總資產＝可用＋凍結＋未交割＋保證金與擔保＋外幣＋持股市值－借款。借來賣的股票以市價算作借款。',
      },
      { title: '凍結是什麼', text: '委託、申購、提領等保留的錢。結束或取消時會解凍，還是你的。' },
      {
        title: '今日損益',
        text: '總資產減去今天開始時的總資產，再扣掉儲值、提領和贈與。存錢不算獲利。',
      },
      {
        title: '扣費用了嗎',
        text: '總資產和今日損益還沒扣賣出的費稅；部位的未實現損益已經扣了，畫面上會寫明。',
      },
      {
        title: '外幣',
        text: '外幣以目前的中間匯率換算後算進總資產，點開就看到每個幣別的匯率、來源和時間。匯率變動列為「匯率與換匯」，不算入買賣股票的損益。',
      },
      { title: '點開看', text: '點數字旁的圖示，就能看到算式、每一項和計算的時間點。' },
    ],
  },
  'currency-exchange': {
    steps: [
      { title: '選兩個幣別、填金額', text: '先看到的是參考匯率、來源和時間。' },
      { title: '取得報價', text: '報價固定 {fx.quoteSeconds}，寫明你付多少、得多少、和中間價差多少錢。' },
      { title: '確認換匯', text: '兩個幣別的帳同時記入。逾時不會換，資金不動。' },
    ],
    parts: [
      { title: '哪些可以互換', text: '美元和印度盧比只能互換，其他八種幣別之間可以互換。' },
      { title: '金額和費用', text: '{fx.min} 到 {fx.max}。不收手續費，價差為 {fx.spreadBps}。' },
      {
        title: '為什麼有時不報價',
        text: '匯率來自兩個來源。來源中斷超過 {fx.staleSeconds}、兩邊相差超過 {fx.deviationBps} 或單次跳動超過 {fx.jumpBps} 時停止報價，恢復正常後自動繼續。沒有人能自己輸入匯率。',
      },
    ],
  },
  coupons: {
    parts: [
      {
        title: '怎麼用',
        text: '不用選。手續費先照收，委託結束後退回可用資金，在資金紀錄有一筆「手續費券退回」。',
      },
      { title: '用哪一張', text: '一筆委託用一張，最早到期的先用。沒退完的面額不會留到下一筆。' },
      { title: '到期', text: '可以用到最後一天結束，以成交時間計。過期的券留在「已過期」。' },
      { title: '從哪裡來', text: '由兩位人員發放，用於補償或完成課程，不用於鼓勵多交易。' },
    ],
  },
}

import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'offers'> = {
  'new-shares': {
    steps: [
      {
        title: '申購',
        text: '在期間內申請，每人每檔 {sub.maxPerMember} 筆，每筆 {sub.minShares} 股，凍結承銷價款和 {sub.fee} 處理費。',
      },
      { title: '抽籤', text: '截止後由可以重算的抽籤決定，結果同時公布。' },
      { title: '繳款', text: '中籤後按一下從凍結款付，或在期限自動扣。沒中籤的價款立即解凍。' },
      { title: '撥券', text: '上市當天股票入帳，當天就可以賣。' },
    ],
    parts: [
      { title: '誰可以申購', text: '通過實名認證的會員。每一筆申請的中籤機會相同。' },
      {
        title: '處理費會退嗎',
        text: '截止前取消、資格不符或抽籤作廢時全退；抽籤決定後不退，中不中都一樣。',
      },
      {
        title: '中籤才繳款的新股',
        text: '有些新股申請時只凍結處理費。中籤後沒在期限內繳款，由下一位遞補，遞補的人有 {sub.moveUpHours} 可以繳款。',
      },
    ],
  },
  auctions: {
    steps: [
      {
        title: '填價格、張數和上限金額',
        text: '上限金額以 {auction.ceilingStep} 為單位，平台只看得到上限，看不到你的出價。',
      },
      { title: '密封送出', text: '凍結上限的 {auction.deposit} 作保證金，並收 {auction.bidFee} 處理費。' },
      { title: '開標', text: '公開亂數出現時，所有標單同時打開，整本標單公開。' },
      { title: '繳款', text: '得標者在期限內付清自己的出價。' },
    ],
    parts: [
      { title: '上限', text: '一人最多得標全部的 {auction.maxShare}，同一檔最多 {auction.maxBids} 筆標單。' },
      {
        title: '可以改嗎',
        text: '可以取消再投，處理費不退，新的標單再收一次。整檔作廢時全退。',
      },
      { title: '得標不繳款', text: '得標部分的保證金會沒收，那些張數不再分配。' },
      { title: '同價怎麼辦', text: '由抽籤決定，抽籤可以重算。' },
    ],
  },
  placements: {
    parts: [
      { title: '申請時', text: '凍結價格乘股數，沒有手續費。截止前可以取消，全數解凍。' },
      {
        title: '按比例',
        text: '每筆先得到比例的整數張，剩下的張數給餘數最大的人各一張，餘數相同由抽籤決定。申購沒有超過時，全部都分得到。',
      },
      { title: '抽籤', text: '每人申請相同的張數，依抽籤的順序全額分配，分完為止。' },
      {
        title: '怎麼查',
        text: '結果頁列出每一筆的張數、比例和餘數，手機會把整張表重算一次。',
      },
    ],
  },
  'block-trades': {
    steps: [
      { title: '選一檔今天的鉅額', text: '看價格、折溢價和剩下的張數。' },
      { title: '填張數和密碼', text: '密碼由賣方給你。連續輸入錯誤會鎖定一天。' },
      { title: '等審核', text: '兩位人員決定。決定前可以取消，凍結款全數解凍。' },
    ],
    parts: [
      {
        title: '最少和最多',
        text: '最少 {block.minLots}，或金額達 {block.minAmount}；一次最多 {block.maxLots}，每天最多申請 {block.perDayCount} 次。',
      },
      { title: '價格', text: '和參考價相差不超過 {block.premiumRange}，並在當日漲跌停之內。' },
      { title: '通過之後', text: '和一般成交一樣在 T+2 交割。不能借款、做空或當沖。' },
    ],
  },
}

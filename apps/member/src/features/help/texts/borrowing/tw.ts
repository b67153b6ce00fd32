import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'borrowing'> = {
  'margin-loan': {
    parts: [
      {
        title: '借多少',
        text: '在下單畫面選倍數。自備款以外的部分是借款，捨去到千元；倍數越高，借得越多。',
      },
      { title: '利息', text: '年利率 {margin.interestApr}，按日計算，平倉或還款時付。' },
      {
        title: '哪些股票可以',
        text: '股價 {margin.minPrice} 以上，且當日允許融資的股票。所有借款和做空合計不超過 {margin.line}。',
      },
      {
        title: '跌多少會被追繳',
        text: '下單和部位畫面都標出追繳價。整戶維持率低於 {margin.callRatio} 就會收到追繳通知。',
      },
    ],
  },
  'short-selling': {
    parts: [
      {
        title: '怎麼進行',
        text: '點「做空」賣出借來的股票，之後買回還券。賣出的錢和保證金都留作擔保。',
      },
      {
        title: '要付什麼',
        text: '保證金是賣出金額的 {margin.shortMargin}，進位到百元；借券費 {margin.borrowFee} 收一次；賣出照收手續費和證交稅。',
      },
      {
        title: '凍結比成交多',
        text: '送出時以當日漲停價凍結，成交後多的部分解凍。',
      },
      {
        title: '漲多少會被追繳',
        text: '股價漲到追繳價時，整戶維持率低於 {margin.callRatio}。虧損可能超過保證金。',
      },
    ],
  },
  'margin-call': {
    steps: [
      { title: '打開追繳通知', text: '「交易」、「部位」和「我的」上方都有，寫著維持率、金額和期限。' },
      { title: '選一種方式', text: '用可用資金補足、自己平倉，或兩者一起，每種方式都先算給你看結果。' },
      { title: '回到 {margin.cancelRatio}', text: '達到後追繳自動解除。' },
    ],
    parts: [
      { title: '期限', text: '通知後第 {margin.callBusinessDays}（交易日）收盤前。' },
      {
        title: '沒有補足會怎樣',
        text: '系統從欠款最多的部位開始，以普通委託平倉，直到整戶回到 {margin.cancelRatio}。',
      },
      {
        title: '不等期限的情形',
        text: '整戶維持率低於 {margin.floorRatio} 時會立即平倉。',
      },
      {
        title: '追繳期間',
        text: '不能再借款；補繳的金額也不能提領。平倉和取消委託照常。',
      },
    ],
  },
}

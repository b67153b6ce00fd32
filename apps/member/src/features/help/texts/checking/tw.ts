import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'checking'> = {
  'check-fill': {
    steps: [
      { title: '打開一個部位', text: '往下找到「成交憑據」。' },
      { title: '在手機上重算', text: '手機會重算雜湊、簽章和它在當日成交裡的位置。' },
      { title: '下載憑據', text: '可以在別的電腦上用公開的程式再查一次，不需要我們的系統。' },
    ],
    parts: [
      {
        title: '憑據裡有什麼',
        text: '成交前一刻的最佳五檔、成交價、決定價格的規則、每一項費用和記帳的分錄。沒有對手的身分。',
      },
      { title: '剛成交的還沒有', text: '憑據依批次製作，做好之前會寫明還要等。' },
      { title: '不符時', text: '區塊會變色並寫出哪一步不符。請把憑據存下來，交給客服或主管機關。' },
    ],
  },
  'check-draw': {
    steps: [
      { title: '公布指紋', text: '申購開始前，平台的秘密和未來要用的公開亂數期別就已經公布指紋。' },
      { title: '公布名單', text: '截止時，所有籤號排序後的指紋簽章公布，之後不能再改。' },
      { title: '公開亂數出現', text: '秘密加上公開亂數決定順序，公布之後任何人都算得出同一個結果。' },
      { title: '自己重算', text: '在「關於」的抽籤裡選一次抽籤，手機會從頭算一次。' },
    ],
    parts: [
      {
        title: '能不能不公布結果',
        text: '不能。兩位人員要在亂數出現前交出秘密，之後的步驟是自動的；沒交出來就作廢，全額退款。',
      },
      { title: '我的籤在不在名單裡', text: '申請時得到簽章的收據，抽籤頁會查它在名單裡的位置。' },
      { title: '不用手機也可以', text: '抽籤頁可以下載全部資料和一個小程式，在別的電腦上重算。' },
    ],
  },
  'check-balance': {
    steps: [
      { title: '到「資金紀錄」的「驗證我的餘額」', text: '選擇幣別或股票。' },
      { title: '開始驗證', text: '手機從你的餘額一路加到平台欠所有會員的總數，核對簽章。' },
      { title: '下載', text: '證明可以留存，之後再查。' },
    ],
    parts: [
      {
        title: '這證明什麼',
        text: '公布的總數不會少於所有查過的會員的餘額總和。查的人越多，越沒有空間少算。',
      },
      { title: '別人看得到我的餘額嗎', text: '看不到。餘額拆成幾份，只有你知道哪幾份是你的。' },
      { title: '多久更新', text: '每個交易日開始時更新；模擬市場更常更新。' },
    ],
  },
  'rule-changes': {
    parts: [
      { title: '在哪裡看', text: '「我適用的規則」列出每一條規則，點開有理由、範圍和每一次的改變。' },
      {
        title: '誰可以改',
        text: '一位人員提出，另一位核准，而且只能在公布的範圍內。有些規則只能隨新版本改。',
      },
      {
        title: '多久前知道',
        text: '讓會員多付錢或少了權利的改變，會提前公布並放在規則頁最上面；其他的核准後生效。',
      },
      { title: '舊的委託', text: '委託依送出時的條件收費，之後改的規則不影響它。' },
    ],
  },
  restrictions: {
    steps: [
      { title: '看原因', text: '「帳戶限制」寫著原因、依據、覆核日和兩位人員的代號。' },
      { title: '申訴', text: '寫 {appeal.statement.min} 以上、{appeal.statement.max} 以內，說明為什麼。' },
      { title: '等兩位人員決定', text: '設定限制的人不能決定你的申訴。' },
    ],
    parts: [
      {
        title: '還能做什麼',
        text: '除非法律禁止，平倉、取消委託、查看和保護帳戶都照常。限制交易時仍可提領；限制提領時仍可交易。',
      },
      { title: '多久覆核', text: '設定時就定好覆核日，最久 {restriction.review.days}。' },
      {
        title: '登入被停止時',
        text: '輸入正確的密碼後，登入頁會帶你到同一個申訴畫面，{appeal.ticket.minutes} 內有效。',
      },
      { title: '被駁回', text: '會看到理由，也可以再申訴。' },
    ],
  },
  'mentor-figures': {
    table: {
      columns: ['初階', '高階'],
      rows: [
        ['交易天數', '{mentor.juniorDays}', '{mentor.seniorDays}'],
        ['平倉筆數', '{mentor.juniorTrades}', '{mentor.seniorTrades}'],
        ['最大回撤', '{mentor.juniorDrawdown}', '{mentor.seniorDrawdown}'],
        ['自己的資金', '{mentor.juniorMoney}', '{mentor.seniorMoney}'],
      ],
    },
    parts: [
      { title: '報酬不是門檻', text: '等級看的是天數、筆數、回撤和自己的資金，每天重新計算，會升也會降。' },
      { title: '從哪一天算起', text: '從帳戶的第一天起，不能自己選起點，也不能刪掉虧損的日子。' },
      { title: '勝率', text: '平倉滿 {mentor.winRateTrades} 筆才顯示。' },
      { title: '自己查', text: '導師頁可以打開每一筆平倉和每日資產，手機會重算所有數字。' },
      { title: '過去績效', text: '過去的結果不代表未來，虧損的導師也一樣列出來。' },
    ],
  },
}

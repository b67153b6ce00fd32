import type { ChapterBodies } from '../../body.ts'

export const texts: ChapterBodies<'start'> = {
  'practice-market': {
    parts: [
      {
        title: '哪裡是模擬的',
        text: '有「模擬行情」的畫面，價格來自模擬市場：撮合、費用和規則都照真的做，報價則由模擬的席位提供。有「模擬資金」的畫面，餘額不是真錢，也不能換成真錢。',
      },
      {
        title: '模擬資金從哪裡來',
        text: '註冊時每位會員各得 {practice.grant}，讓你買得起一張。之後的增減都是你自己的交易結果，每一筆都在資金紀錄裡。',
      },
      {
        title: '標記為什麼關不掉',
        text: '看到價格或餘額的人都該知道它是不是真的，所以標記一直在畫面上方，不能關閉。',
      },
    ],
  },
  'first-order': {
    steps: [
      { title: '搜尋股票', text: '輸入代號或名稱，點進個股頁。' },
      { title: '點「做多」', text: '下單畫面會帶入現在的價格，也可以點最佳五檔的價格。' },
      { title: '填價格和張數', text: '一張是一千股。金額不夠一張時，切到「零股」。' },
      { title: '看總共要付多少', text: '手續費、凍結的金額和送出後的可用資金都在這裡。' },
      { title: '送出', text: '委託送出後可以在「部位」的委託裡查看進度、修改或取消。' },
    ],
    parts: [
      {
        title: '什麼會被擋下來',
        text: '開倉金額要達到 {order.minAmount}，一筆最多 {order.maxLots}。限價偏離成交價達 {guard.farPrice} 且對你不利，或用掉淨值的 {guard.equityShare} 時，會請你再確認一次。',
      },
      {
        title: '按兩次會買兩次嗎',
        text: '不會。每一筆委託在手機上就有編號，重送同一筆只會得到第一次的結果。',
      },
    ],
  },
  identity: {
    steps: [
      { title: '填姓名、證件號碼和生日', text: '可以用國民身分證、居留證或護照。' },
      { title: '拍證件', text: '護照只拍一面，其他證件拍正反兩面。' },
      { title: '等審核', text: '兩位人員都同意才算通過。結果會以通知告訴你。' },
    ],
    parts: [
      { title: '要滿幾歲', text: '滿 {identity.age.min} 歲。一個證件號碼只能認證一個帳戶。' },
      {
        title: '被退回時',
        text: '會寫明哪一欄有問題，只要重送那幾欄。決定之前你也可以自己取消，照片會一併刪除。',
      },
      {
        title: '誰看過我的資料',
        text: '人員打開你的證件或欄位時要寫用途，每一次都列在實名認證頁的最下面。',
      },
    ],
  },
  'protect-account': {
    steps: [
      { title: '開啟兩步驟驗證', text: '用驗證器程式掃描，登入時多輸入一組驗證碼。' },
      { title: '收好復原碼', text: '一共 {recoveryCodes.count} 組，每組只能用一次，手機遺失時用得到。' },
      { title: '新增通行密鑰', text: '用指紋、臉部或裝置密碼登入，不怕釣魚網站。' },
      { title: '設定資金密碼', text: '提領、申購和新增銀行帳戶時要用，和登入密碼分開。' },
    ],
    parts: [
      {
        title: '錯太多次會怎樣',
        text: '登入密碼錯 {login.lock.failures} 次鎖定 {login.lock.minutes}；資金密碼錯 {fundPwd.lock.failures} 次鎖定 {fundPwd.lock.hours}。',
      },
      {
        title: '改了密碼之後',
        text: '變更密碼、驗證方式或裝置後 {withdraw.cooldown} 內不能提領，這樣別人改了密碼也領不走錢。',
      },
      {
        title: '登入中的裝置',
        text: '最多同時 {session.max} 台，閒置 {session.idle.minutes} 會登出。每一台都可以在帳戶安全裡登出。',
      },
    ],
  },
  'forgotten-password': {
    steps: [
      { title: '在登入頁點「忘記密碼」', text: '輸入帳號。' },
      { title: '選一種方式', text: '通行密鑰、驗證器的驗證碼，或一組復原碼。' },
      { title: '設定新密碼', text: '{login.password.min} 以上，英文字母和數字都要有。' },
    ],
    parts: [
      {
        title: '三種方式都沒有時',
        text: '可以申請以實名資料審核。兩位人員同意後 {recovery.review.days} 內可以設定新密碼。',
      },
      {
        title: '設定新密碼之後',
        text: '{withdraw.coolDownAfterCredentialChange.hours} 內不能提領，其他裝置會登出。部位和委託不受影響。',
      },
    ],
  },
}

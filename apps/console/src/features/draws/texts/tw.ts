const count = (value: number): string => value.toLocaleString('en-US')

export const texts = {
  label: '抽籤',
  empty: '還沒有抽籤。新股、配售或競拍公布後，會列在這裡。',
  columns: {
    title: '名稱',
    kind: '種類',
    state: '狀態',
    tickets: '籤數',
    places: '抽出',
    close: '截止',
    round: '亂數',
  },
  kinds: { 'new-shares': '新股', placements: '配售', auctions: '競拍同價' },
  states: {
    committed: '收件中',
    closed: '等兩個人解鎖',
    released: '等公開亂數',
    decided: '已公布',
    void: '作廢',
  },
  close: '關閉',
  lead: '兩個人在亂數出現前解鎖種子。這時候誰都不知道結果；之後全部自動，沒有人能看了再決定。',
  done: '沒有人可以指定、跳過、重抽或撤下結果。',
  practice: '模擬亂數',
  steps: {
    title: '五個步驟',
    commit: { title: '承諾種子', text: '只公布指紋' },
    list: {
      title: '封存名單',
      open: (tickets: number) => `目前 ${count(tickets)} 籤`,
      closed: (tickets: number) => `${count(tickets)} 籤，排序後取指紋`,
    },
    release: {
      title: '兩個人解鎖',
      by: (moment: string) => `${moment} 以前，不然改用備援輪次`,
      late: (moment: string) => `已改用備援輪次，${moment} 以前，不然作廢`,
      did: (names: string) => names,
    },
    round: { title: '取公開亂數', text: (name: string, round: number) => `${name} 第 ${count(round)} 輪` },
    order: {
      title: '洗牌並公布',
      text: (places: number) =>
        places === 0 ? '公布全部順序，分出同餘數的先後' : `公布全部順序，前 ${count(places)} 籤中籤`,
    },
  },
  beacon: { quicknet: 'drand', practice: '模擬亂數' },
  parts: {
    title: '抽籤種子怎麼來',
    aside: '接起來做 SHA-256',
    terms: '條款指紋',
    secret: '種子',
    sealed: '尚未公布，指紋',
    root: '名單指紋',
    notYet: '還沒發生',
    randomness: '公開亂數',
    seed: '抽籤種子',
  },
  result: {
    title: '結果',
    rank: '順位',
    ticket: '籤',
    won: '中籤',
    lost: '未中籤',
    spread: '中籤號碼在名單各段的數量',
    file: '會員在手機的「關於 → 抽籤與驗證」可以重算並下載資料包。',
  },
  failure: {
    title: '如果出錯，先講好怎麼辦',
    aside: (moment: string) => `${moment} 已公布`,
    first: (moment: string) => `${moment} 前沒有兩個人解鎖`,
    firstThen: (round: number) => `改用備援輪次 ${count(round)}`,
    last: (moment: string) => `${moment} 前仍沒有解鎖`,
    lastThen: '作廢，全部退款，公告原因',
    late: '亂數晚到',
    lateThen: '等同一輪，不換輪次',
  },
  voided: {
    'no-tickets': '封存時名單是空的，已作廢。',
    'not-released': '期限內沒有兩個人解鎖，已作廢，款項全部退回。',
  },
  release: {
    open: '提議解鎖',
    title: '提議解鎖種子',
    text: '你的提議是第一票。第二個人核准後公布種子，亂數出現時自動抽籤。',
    why: '理由',
    whyHelp: '你核對了什麼，例如名單指紋與籤數。',
    required: '請填寫',
  },
}

export type DrawsTexts = typeof texts

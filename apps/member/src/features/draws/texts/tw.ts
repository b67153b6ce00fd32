const count = (value: number): string => value.toLocaleString('en-US')

export const texts = {
  none: '公布抽籤後，會列在這裡。',
  more: '載入更多',
  kinds: { 'new-shares': '新股抽籤', placements: '配售抽籤', auctions: '競拍同價抽籤' },
  states: {
    committed: '收件中',
    closed: '名單已封存',
    released: '等公開亂數',
    decided: '已公布',
    void: '作廢',
  },
  counted: (tickets: number, places: number) =>
    places === 0 ? `${count(tickets)} 籤，排順位` : `${count(tickets)} 籤，抽出 ${count(places)}`,
  practice: '這次使用模擬亂數：與公開亂數同樣格式、同樣驗章，但由這台機器產生，不能證明營運者沒有預先知道。',
  openings: {
    title: '開盤順序抽籤',
    text: '開盤集合競價裡，同價的委託由抽籤決定先後。開盤時間一到，名單封存；之後才產生的公開亂數決定順序。之後進來的委託排在後面。',
    source: {
      beacon: (round: string) => `公開亂數第 ${round} 輪`,
      practice: (round: string) => `模擬亂數第 ${round} 輪`,
      fallback: (round: string) => `公開亂數未到，備援亂數第 ${round} 輪`,
      none: '亂數未到，依委託時間先後',
    },
    check: '在我的手機上驗證',
    checking: '驗證中',
    impossible: '這裡無法驗算，請以 https 開啟。',
    failed: '沒有驗完，請再試一次。',
    verdicts: { right: '相符', wrong: '不符', none: '沒有抽籤' },
    limit: '驗證三件事：輪次符合規則、亂數的簽章有效、種子由它算出。每筆委託的先後寫在交易所的紀錄裡。',
  },
  stats: { tickets: '申購筆數', places: '抽出', rate: '中籤率' },
  mine: {
    title: (n: number) => (n === 1 ? '你的籤' : `你的第 ${n} 張籤`),
    won: '中籤',
    lost: '這次沒有中籤',
    ordered: '順位只用來分出同餘數的先後',
    rank: (rank: number, tickets: number) => `順位 ${count(rank)}，共 ${count(tickets)} 籤`,
    waits: '已收件，名單封存後取得號碼',
    listed: '已在封存的名單內',
    number: '你的號碼',
    saved: '收據（可先存下來）',
    save: '存下收據',
  },
  before: {
    title: '抽籤前，我們已經不能改什麼',
    together: '三樣合起來才決定順序，少一樣都算不出',
    locked: '已鎖定',
    open: '還在收件',
    public: '已公布',
    later: '還沒發生',
    secret: {
      title: '我們的種子',
      text: '先公布指紋，解鎖後公布種子，兩者要相符。',
      at: (moment: string) => `${moment} 公布`,
    },
    list: {
      title: '申購名單',
      open: (tickets: number, moment: string) =>
        `現在 ${count(tickets)} 筆。${moment} 排序後算出指紋，之後多一筆、少一筆都會被發現。`,
      closed: (tickets: number, moment: string) => `${count(tickets)} 筆，${moment} 封存。`,
    },
    round: {
      title: '公開亂數',
      text: (name: string, round: number, moment: string) =>
        `指定 ${name} 第 ${count(round)} 輪，${moment} 產生。`,
      unknown: '由多個機構共同簽出，沒有人能預先知道，包括我們。',
      names: { quicknet: 'drand', practice: '模擬亂數' },
    },
    failure: (first: string, last: string) =>
      `${first} 前沒有兩個人解鎖，改用預先公布的備援輪次；${last} 前仍沒有解鎖，抽籤作廢、全部退款。亂數晚到就等同一輪，不換輪次。`,
    save: '存下這份承諾',
  },
  voided: {
    'no-tickets': '名單封存時沒有任何申購，這次抽籤作廢。',
    'not-released': '期限內沒有兩個人解鎖，這次抽籤作廢，款項全部退回。',
  },
  check: {
    title: '驗證這次抽籤',
    standing: {
      ready: '尚未重算',
      running: '計算中',
      impossible: '這裡無法驗算，請以 https 開啟',
      failed: '資料沒有下載完成',
      right: '全部相符',
      partly: '相符，部分簽章未驗證',
      wrong: '不符',
    },
    run: '在我的手機上重算',
    again: '再算一次',
    download: '下載資料包',
    progress: (percent: number) => `完成 ${percent}%`,
    phases: {
      load: '下載名單',
      list: '重算名單指紋',
      order: '重新洗牌',
      rest: '核對指紋與簽章',
    },
    took: (tickets: number, seconds: string) =>
      `這支手機重排 ${count(tickets)} 籤，和公布的順序逐一比對，花了 ${seconds} 秒。`,
    steps: {
      terms: { title: '條款沒有改過', caption: '收件前公布並簽章' },
      secret: { title: '種子沒有換過', caption: '公開的種子，指紋等於抽籤前的承諾' },
      list: { title: '名單沒有改過', caption: '截止時封存、簽章，重算的指紋相同' },
      round: { title: '輪次是預先指定的', caption: '解鎖在亂數產生之前' },
      beacon: { title: '亂數不由我們決定', caption: '公開亂數的簽章有效' },
      practice: { title: '模擬亂數有效', caption: '簽章有效，但由這台機器產生' },
      order: { title: '順序算得出來', caption: '用上面各項重新洗牌，順序相同' },
      ticket: { title: '你的號碼在名單內', caption: '由你的申購與收據重算' },
    },
    wrong: '和公布的不同。請下載資料包，並帶著檔案向「關於」頁所列的申訴管道反映。',
    spread: (places: number) => `${count(places)} 個中籤號碼的分布`,
    spreadNote: '每一段的中籤數，虛線是平均',
    order: '順位',
    yours: '你的號碼',
  },
  self: {
    title: '自己算一次',
    text: '不用我們的程式也能驗證：下載資料包，在裝有 Python 或 Node 的電腦執行原始碼附的 verify-draw。',
    commands: '指令',
    lines: 'python3 verify-draw.py FILE\nnode verify-draw.mjs FILE',
  },
  limits: {
    title: '抽籤證明不了的事',
    items: [
      '沒有人被擋在名單外：請存下收據，名單封存後查自己的號碼。',
      '名單上的人都符合資格：名單只有編號，資格由兩個人審核。',
      '每個人看到同一份名單：請和別人比對名單指紋。',
    ],
  },
  hash: { copy: '複製', copied: '已複製', failed: '無法複製' },
  root: '名單指紋',
  commitment: '種子指紋',
  ticketId: '你的申購編號（加鹽，只有你認得）',
}

export type DrawsTexts = typeof texts

const after = (ms: number): string =>
  ms < 10_000 ? `收到委託後 ${ms.toLocaleString('en-US')} 毫秒` : '委託在簿上等候'

export const texts = {
  fillTitle: '成交憑據',
  orderTitle: '軌跡憑據',
  standing: {
    checking: '驗算中',
    impossible: '這裡不能驗算',
    waiting: '等今天的樹',
    verified: '雜湊相符',
    unsigned: '相符，簽章未驗',
    differs: '不符',
  },
  verdicts: { right: '相符', wrong: '不符', unknown: '未驗', absent: '還沒有' },
  way: (ms: number, way: 'auction' | 'best-ask' | 'best-bid' | 'own-price' | 'book') =>
    ({
      auction: '集合競價，所有成交同一個價格。',
      'best-ask': `${after(ms)}，以當時的最佳賣價成交。`,
      'best-bid': `${after(ms)}，以當時的最佳買價成交。`,
      'own-price': `${after(ms)}，以你掛的價格成交。`,
      book: `${after(ms)}，以委託簿上的價格成交。`,
    })[way],
  differs: '這筆紀錄和簽過章的樹對不上。請下載憑據並聯絡客服，我們會查清楚。',
  waiting: '紀錄的雜湊已經驗過。當日的樹建好並簽章之後，這裡就能驗到樹根。',
  moments: { received: '收單', matched: '撮合成交', settled: '入帳' },
  best: '當時最佳買價／賣價',
  price: '你的成交價',
  sequence: '委託序號',
  event: '成交序號',
  hash: '這筆紀錄的 SHA-256',
  recompute: '在手機上重算',
  download: '下載憑據',
  took: (ms: number) => `這支手機自己算的，花了 ${ms.toLocaleString('en-US')} 毫秒。`,
  rows: {
    text: { title: '紀錄的雜湊', caption: '從紀錄原文重新算出' },
    tree: {
      title: '在當日的樹裡',
      caption: (date: string, leaves: number) =>
        `${date.slice(5).replace('-', '/')} 的樹，共 ${leaves.toLocaleString('en-US')} 筆`,
      none: '當日的樹還沒建',
    },
    signature: { title: '樹根的簽章', caption: 'Ed25519，平台的稽核金鑰', unknown: '這個瀏覽器不能驗簽章' },
    receipt: { title: '委託收據', caption: '收單時簽給你的，和成交的是同一張' },
  },
  linked: (count: number) => `${count} 步相連`,
  chain: '每一步都包含上一步的雜湊，中間少一步或改一個字，最後一個雜湊就對不上。',
  broken: (step: number) => `第 ${step} 步和前一步對不上。請下載憑據並聯絡客服，我們會查清楚。`,
  balance: {
    which: '要查什麼',
    kinds: { balances: '餘額', debts: '欠款' },
    standing: {
      checking: '驗算中',
      impossible: '這裡不能驗算，請用 https 開啟',
      absent: '這棵樹裡沒有你',
      verified: '你的餘額算在裡面',
      unsigned: '你的餘額算在裡面，簽章未驗',
      differs: '對不上',
    },
    snapshot: (moment: string, checked: boolean) =>
      checked ? `${moment} 的快照，在這支手機上驗過` : `${moment} 的快照`,
    noTree: '第一棵餘額樹還沒建。每個交易日開始時會建一棵，之後就能在這裡驗。',
    noDebts: '目前沒有會員欠款，所以沒有欠款樹。',
    nothing: '建樹的時候你沒有這項餘額。',
    notYet: '這棵樹建好之後你才有餘額，下一棵就會算進去。',
    tree: {
      label: (own: string, depth: number, total: string) =>
        `你的 ${own} 經過 ${depth} 層相加，到所有會員的總額 ${total}`,
      total: { balances: '欠所有會員', debts: '所有會員共欠' },
      you: '你',
      pieces: (count: number) => `分成 ${count} 片`,
      depth: (depth: number) => `共 ${depth} 層`,
      others: '別人只見雜湊',
    },
    rows: {
      leaf: {
        title: (count: number) => `你的 ${count} 片葉子`,
        caption: '帳號、金額、只有你有的亂數',
      },
      path: { title: (depth: number) => `往上加 ${depth} 層`, caption: '每層金額都不是負的' },
      root: {
        title: '樹根和公布的相同',
        caption: '公開的樹根清單，簽章也驗過',
        unknown: '公開的樹根清單；這個瀏覽器不能驗簽章',
      },
      control: {
        title: '總額等於帳本',
        caption: (control: string) => `同一刻的帳本總計 ${control}`,
      },
    },
    since: (lines: number, change: string) =>
      lines === 0 ? '快照之後沒有變動。' : `快照之後有 ${lines} 行分錄，合計 ${change}。下一棵樹會算進去。`,
    meaning: '大家都查得到自己，平台就不能少報欠款。金額拆成幾片再打散，別人從旁邊的葉子看不出你的餘額。',
    download: '下載證明',
    again: '再驗一次',
  },
}

export type AuditTexts = typeof texts

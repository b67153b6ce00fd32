const after = (ms: number): string =>
  ms < 10_000 ? `收到委託後 ${ms.toLocaleString('en-US')} 毫秒` : '委託在委託簿等候後'

export const texts = {
  fillTitle: '成交憑據',
  orderTitle: '軌跡憑據',
  standing: {
    checking: '驗算中',
    impossible: '這裡無法驗算',
    waiting: '等候當日彙總',
    verified: '雜湊相符',
    unsigned: '相符，簽章未驗證',
    differs: '不符',
  },
  verdicts: { right: '相符', wrong: '不符', unknown: '未驗證', absent: '尚無' },
  way: (ms: number, way: 'auction' | 'block' | 'best-ask' | 'best-bid' | 'own-price' | 'book') =>
    ({
      auction: '集合競價，所有成交同一個價格。',
      block: '跟單母單成交後，依比例分配，同一個平均價。',
      'best-ask': `${after(ms)}，以當時的最佳賣價成交。`,
      'best-bid': `${after(ms)}，以當時的最佳買價成交。`,
      'own-price': `${after(ms)}，以你掛的價格成交。`,
      book: `${after(ms)}，以委託簿上的價格成交。`,
    })[way],
  differs: '這筆紀錄與已簽章的彙總不符。請下載憑據並聯絡客服，我們會查明。',
  waiting: '紀錄的雜湊已驗證。當日彙總完成並簽章後，可在這裡驗證彙總雜湊。',
  moments: { received: '收單', matched: '撮合成交', settled: '入帳' },
  best: '當時最佳買價／賣價',
  price: '你的成交價',
  sequence: '委託序號',
  event: '成交序號',
  hash: '這筆紀錄的 SHA-256',
  recompute: '在手機上重算',
  download: '下載憑據',
  took: (ms: number) => `由這支手機計算，耗時 ${ms.toLocaleString('en-US')} 毫秒。`,
  rows: {
    text: { title: '紀錄雜湊', caption: '由紀錄原文重新計算' },
    tree: {
      title: '已納入當日彙總',
      caption: (date: string, leaves: number) =>
        `${date.slice(5).replace('-', '/')} 彙總，共 ${leaves.toLocaleString('en-US')} 筆`,
      none: '當日彙總尚未完成',
    },
    signature: { title: '彙總簽章', caption: 'Ed25519，平台的稽核金鑰', unknown: '這個瀏覽器無法驗證簽章' },
    receipt: { title: '委託收據', caption: '收單時簽發，與成交的委託相同' },
  },
  linked: (count: number) => `${count} 步相連`,
  chain: '每一步都包含前一步的雜湊。少一步或改一個字，最後的雜湊就不相符。',
  broken: (step: number) => `第 ${step} 步與前一步不符。請下載憑據並聯絡客服，我們會查明。`,
  balance: {
    which: '驗證項目',
    kinds: { balances: '餘額', debts: '欠款' },
    standing: {
      checking: '驗算中',
      impossible: '這裡無法驗算，請以 https 開啟',
      absent: '這份快照尚未包含你',
      verified: '已包含你的餘額',
      unsigned: '已包含你的餘額，簽章未驗證',
      differs: '不符',
    },
    snapshot: (moment: string, checked: boolean) =>
      checked ? `${moment} 的快照，已在這支手機驗證` : `${moment} 的快照`,
    noTree: '第一份餘額快照尚未建立。每個交易日開始時建立一份，之後可在這裡驗證。',
    noDebts: '目前沒有會員欠款，因此沒有欠款快照。',
    nothing: '建立快照時，你沒有這項餘額。',
    notYet: '你的餘額在這份快照之後產生，會納入下一份快照。',
    tree: {
      label: (own: string, depth: number, total: string) =>
        `你的 ${own} 經 ${depth} 層加總，得到全體會員總額 ${total}`,
      total: { balances: '應付全體會員', debts: '全體會員欠款' },
      you: '你',
      pieces: (count: number) => `分成 ${count} 筆`,
      depth: (depth: number) => `共 ${depth} 層`,
      others: '他人僅見雜湊',
    },
    rows: {
      leaf: {
        title: (count: number) => `你的 ${count} 筆資料`,
        caption: '帳號、金額、只有你持有的亂數',
      },
      path: { title: (depth: number) => `向上加總 ${depth} 層`, caption: '每層金額皆不為負' },
      root: {
        title: '快照雜湊與公布的相同',
        caption: '公開的快照清單，簽章已驗證',
        unknown: '公開的快照清單；這個瀏覽器無法驗證簽章',
      },
      control: {
        title: '總額等於帳本',
        caption: (control: string) => `同一時間的帳本總計 ${control}`,
      },
    },
    since: (lines: number, change: string) =>
      lines === 0 ? '快照之後沒有變動。' : `快照之後有 ${lines} 行分錄，合計 ${change}，下一份會納入。`,
    nowAdded: ([available, held, unsettled, collateral]: readonly string[], sum: string) =>
      `現在：可用 ${available} + 凍結 ${held} + 交割中 ${unsettled} + 保證金與擔保 ${collateral} = ${sum}`,
    meaning:
      '每位會員都能查到自己的餘額，平台就不能短報應付金額。金額會拆分並打散，他人無法從相鄰資料得知你的餘額。',
    download: '下載證明',
    again: '重新驗證',
  },
}

export type AuditTexts = typeof texts

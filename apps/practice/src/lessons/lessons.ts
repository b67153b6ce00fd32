// Lessons about the rules, published on a practice market. Each links to the rule that it explains, which shows the value
// that applies today: no figure of a rule is written here. practice.lessons has the hash of each, so a changed text needs
// a new migration.

import type { WrittenTopic } from '@fairlot/contract/news/states'

interface Texts {
  readonly tw: string
  readonly en: string
}

export interface Lesson {
  readonly articleId: string
  readonly topic: WrittenTopic
  readonly rule: string
  readonly title: Texts
  readonly body: Texts
}

const lesson = (
  number: number,
  topic: WrittenTopic,
  rule: string,
  tw: readonly [title: string, ...paragraphs: string[]],
  en: readonly [title: string, ...paragraphs: string[]],
): Lesson => ({
  articleId: `1e550000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  topic,
  rule,
  title: { tw: tw[0], en: en[0] },
  body: { tw: tw.slice(1).join('\n\n'), en: en.slice(1).join('\n\n') },
})

export const lessons: readonly Lesson[] = [
  lesson(
    1,
    'rules',
    'settlement.days',
    [
      '成交之後，錢和股票什麼時候到',
      '成交的當下，價格和股數就定了，但錢和股票要到交割日才真正換手。從成交到交割的這段時間，帳戶會把這筆錢列為「待交割」。',
      '## 待交割的錢能做什麼',
      '待交割的賣股款可以用來再買股票，所以購買力會把它算進去。它還不能提領，因為銀行裡的錢要到交割日才到。',
      '## 在哪裡看',
      '資金紀錄的每一行都寫著交割日。交割日遇到休市，會順延到下一個交易日。',
    ],
    [
      'When money and shares arrive after a fill',
      'A fill fixes the price and the number of shares. Money and shares change hands on the settlement day. Until then the account shows the amount as unsettled.',
      '## What unsettled money can do',
      'Unsettled proceeds of a sale can buy shares, so buying power counts them. They cannot be withdrawn yet, because the bank has the money only on the settlement day.',
      '## Where to see it',
      'Every line of the fund record names its settlement day. If the market is closed on that day, it moves to the next trading day.',
    ],
  ),
  lesson(
    2,
    'lesson',
    'fee.brokerage',
    [
      '為什麼損益要先扣費稅再給你看',
      '買進要付手續費，賣出要付手續費和證交稅。股價只漲一點點就賣出，扣掉這些成本之後可能還是賠錢。',
      '所以持股的未實現損益已經先扣掉賣出時的費稅。你看到的數字，就是現在以這個價格賣出會拿到的結果。',
      '## 怎麼算',
      '手續費依整筆委託的成交金額計算一次，捨去到元，並有最低金額。分好幾次成交，也不會多收。',
      '下單前的確認畫面會列出每一項成本，和之後實際收取的相同。',
    ],
    [
      'Why results are shown after costs',
      'Buying costs a brokerage fee. Selling costs a fee and the transaction tax. If the price rises only a little, a sale can still lose money after these costs.',
      'So the unrealised result of a position already has the cost of selling taken off. The figure is what you would get if you sold at this price now.',
      '## How it is computed',
      'The fee is computed once on the filled amount of the whole order, rounded down to a dollar, with a minimum. Several fills of one order cost no more.',
      'The confirmation lists every cost before the order is sent. The same amounts are charged later.',
    ],
  ),
  lesson(
    3,
    'rules',
    'tax.stock',
    [
      '證交稅：只在賣出時繳，賠錢也要繳',
      '證券交易稅由賣方繳納，依賣出的金額計算，和這筆交易賺或賠沒有關係。買進不用繳。',
      '券商代收代繳。平台把它和手續費分開列，因為它不是我們的收入。',
      '## 不同商品',
      '股票、基金和當日沖銷的稅率不同。下單畫面會依這筆委託套用正確的稅率，規則頁列出每一種。',
    ],
    [
      'The transaction tax: on sales only, also at a loss',
      'The seller pays the securities transaction tax on the amount sold. Whether the trade won or lost does not matter. A purchase is not taxed.',
      'The broker collects it for the state. We list it apart from the fee, because it is not our income.',
      '## By kind of trade',
      'Stocks, funds and day trades have different rates. The ticket applies the one that fits the order, and the rule book lists each.',
    ],
  ),
  lesson(
    4,
    'lesson',
    'guard.farPrice',
    [
      '最佳五檔怎麼看？從委買、委賣到價差',
      '五檔是還沒成交的委託。左邊是想買的人，右邊是想賣的人，中間的空隙叫做價差。',
      '## 價差就是立刻成交的代價',
      '現在買，要付最低的賣價；馬上賣，只拿得回最高的買價。兩者的差就是價差，還沒算手續費和稅。',
      '## 張數愈多，後面的檔位愈重要',
      '第一檔的張數不夠時，委託會繼續和後面的檔位成交，平均價格也就愈來愈差。',
      '如果你的限價離最近的成交價太遠，而且對你不利，送出前會再問你一次。',
    ],
    [
      'How to read the best five levels',
      'The levels are orders that are not filled yet. Buyers are on the left, sellers on the right, and the gap between them is the spread.',
      '## The spread is the price of trading at once',
      'To buy now you pay the lowest ask. To sell at once you get the highest bid. The difference is the spread, before fee and tax.',
      '## The larger the order, the more the further levels matter',
      'When the first level has too few lots, the order continues with the next ones, and the average price gets worse.',
      'If your limit is far from the last price and to your disadvantage, the app asks once more before it sends the order.',
    ],
  ),
  lesson(
    5,
    'rules',
    'margin.callRatio',
    [
      '維持率跌破門檻會發生什麼事',
      '融資買股票，一部分的錢是借來的。維持率比較擔保品的市值和借款：股價下跌，維持率就跟著下降。',
      '## 追繳通知',
      '整戶維持率低於門檻時，你會收到追繳通知，上面寫著期限、差額和三種補足的方法：存入現金、賣出部分持股、償還部分借款。',
      '## 期限到了還沒補足',
      '系統會透過一般的委託簿賣出持股來償還借款，成交價由市場決定，沒有特別的價格。剩下的錢是你的。',
      '下單時會先顯示追繳的價格，讓你在借錢之前就知道。',
    ],
    [
      'What happens when the maintenance ratio is too low',
      'Part of a margin purchase is borrowed. The maintenance ratio compares the value of the collateral with the loan: when the price falls, the ratio falls.',
      '## The margin call',
      'Below the threshold you get a margin call. It names the deadline, the amount, and three ways to meet it: deposit cash, sell part of the shares, or repay part of the loan.',
      '## Not met by the deadline',
      'The system sells shares through the ordinary order book to repay the loan, at the price of the market and no special one. What is left is yours.',
      'The ticket shows the price of a call before you borrow.',
    ],
  ),
  lesson(
    6,
    'rules',
    'margin.interestApr',
    [
      '融資利息怎麼算',
      '借款按日計息，直到還清為止。年利率寫在規則裡，下單畫面會換算成每天多少錢。',
      '放假日也算利息，因為錢還是借著。持有愈久，股價要漲愈多才能打平。',
      '部分賣出時，會先用賣股款償還那一部分的借款和利息，明細列在資金紀錄。',
    ],
    [
      'How margin interest is computed',
      'Interest runs by day until the loan is repaid. The rule book has the yearly rate, and the ticket shows it as money per day.',
      'Holidays count too, because the money is still borrowed. The longer a position is held, the more the price has to rise to break even.',
      'A partial sale first repays its part of the loan and its interest. The fund record lists both.',
    ],
  ),
  lesson(
    7,
    'lesson',
    'sell.minHoldDays',
    [
      '今天買的股票，什麼時候可以賣',
      '現股買進後，要到規則寫的那一天才能賣出。有當沖資格，而且委託標示為當沖，才可以同一天賣出。',
      '持股頁會直接寫出可以賣出的時間，以及還要等多久。時間沒到就送出賣單，系統會拒絕並說明原因。',
      '這條規則是資料，不是隱藏的開關：每個人適用的都一樣，變更前會先公告。',
    ],
    [
      'When shares bought today can be sold',
      'Shares of a cash purchase can be sold from the day that the rule names. To sell on the same day you need day-trading eligibility, and the order must be marked as a day trade.',
      'The position shows the time from which it can be sold and how long that is. An earlier sale is refused, with the reason.',
      'The rule is data and no hidden switch: it is the same for everyone, and a change is announced before it applies.',
    ],
  ),
  lesson(
    8,
    'lesson',
    'odd.onlyCash',
    [
      '零股：不到一張也能買',
      '一張是一千股。零股讓你從一股開始買，適合股價高的股票，也適合分批投資。',
      '零股和整張在不同的委託簿撮合，價格可能略有不同。零股每隔一段時間撮合一次，不是逐筆成交。',
      '零股只能用自有資金買進，不能融資、做空或當沖。最低手續費也和整張不同。',
    ],
    [
      'Odd lots: less than a whole lot',
      'A lot is a thousand shares. With odd lots you can buy from a single share, which suits expensive stocks and buying in steps.',
      'Odd lots trade in a book of their own, so their price can differ a little. They are matched at intervals and not one by one.',
      'Odd lots are bought with your own money: no margin, no short sale, no day trade. Their minimum fee differs too.',
    ],
  ),
  lesson(
    9,
    'verify',
    'recon.freshMinutes',
    [
      '如何檢查自己的餘額',
      '你的餘額是每一筆分錄加起來的結果，不是一個可以直接修改的數字。資金紀錄的每一行都能打開，看到借方和貸方。',
      '## 我們怎麼檢查',
      '系統會不斷把帳簿、委託、成交和銀行明細互相核對。太久沒有相符的結果，付款就會自動停止。',
      '## 你可以怎麼檢查',
      '打開會員中心的餘額證明，手機會用公開的雜湊重新計算，確認你的餘額包含在總負債裡。不需要相信我們。',
    ],
    [
      'How to check your balance yourself',
      'Your balance is the sum of every entry and not a number that can be typed in. Each line of the fund record opens to its debit and credit.',
      '## How we check',
      'The system compares books, orders, fills and bank statements all the time. Without a matching result for too long, payouts stop by themselves.',
      '## How you can check',
      'Open the balance proof in the member centre. The phone computes the published hash again and confirms that your balance is part of the total owed. You need not trust us.',
    ],
  ),
  lesson(
    10,
    'verify',
    'sub.maxPerMember',
    [
      '如何自己重算一次抽籤：三個步驟，不需要信任我們',
      '新股抽籤的結果，由申請截止前就公布的承諾和截止後才產生的公開亂數共同決定。沒有人能事先知道，也沒有人能事後更改。',
      '## 第一步：看承諾',
      '截止前，營運者的秘密已經以雜湊公布。秘密一改，雜湊就不同。',
      '## 第二步：看名單',
      '截止時，所有申請的編號會排序、雜湊並公布。每人的申請數有上限，名單上找得到你的編號。',
      '## 第三步：重算',
      '在抽籤結果頁按下驗證，手機會用公布的資料重新抽一次，並告訴你結果是否相同。你也可以下載資料，用自己的程式重算。',
    ],
    [
      'How to repeat a draw yourself, in three steps',
      'A draw of new shares is decided by a commitment published before the close and public randomness made after it. The result cannot be known before, and cannot be changed after.',
      '## Step one: the commitment',
      'Before the close the hash of the operator’s secret is public. Another secret would have another hash.',
      '## Step two: the list',
      'At the close the numbers of all applications are sorted, hashed and published. Applications per person are limited, and your number is in the list.',
      '## Step three: the computation',
      'Press verify on the result. The phone draws again from the published data and says whether the result is the same. You can also download the data and use a program of your own.',
    ],
  ),
]

/** The payload of the review of kind `news`. */
export const lessonPayload = ({ topic, rule, title, body }: Lesson) => ({
  topic,
  title,
  body,
  rule,
  symbols: [],
  picture: null,
  publishAt: null,
  corrects: null,
  note: null,
})

// Banks of Taiwan by their code in the interbank system.

export interface Bank {
  readonly code: string
  readonly tw: string
  readonly en: string
}

const bank = (code: string, tw: string, en: string): Bank => ({ code, tw, en })

export const banks: readonly Bank[] = [
  bank('004', '臺灣銀行', 'Bank of Taiwan'),
  bank('005', '臺灣土地銀行', 'Land Bank of Taiwan'),
  bank('006', '合作金庫商業銀行', 'Taiwan Cooperative Bank'),
  bank('007', '第一商業銀行', 'First Commercial Bank'),
  bank('008', '華南商業銀行', 'Hua Nan Commercial Bank'),
  bank('009', '彰化商業銀行', 'Chang Hwa Commercial Bank'),
  bank('011', '上海商業儲蓄銀行', 'The Shanghai Commercial & Savings Bank'),
  bank('012', '台北富邦商業銀行', 'Taipei Fubon Commercial Bank'),
  bank('013', '國泰世華商業銀行', 'Cathay United Bank'),
  bank('016', '高雄銀行', 'Bank of Kaohsiung'),
  bank('017', '兆豐國際商業銀行', 'Mega International Commercial Bank'),
  bank('021', '花旗（台灣）商業銀行', 'Citibank Taiwan'),
  bank('048', '王道商業銀行', 'O-Bank'),
  bank('050', '臺灣中小企業銀行', 'Taiwan Business Bank'),
  bank('052', '渣打國際商業銀行', 'Standard Chartered Bank Taiwan'),
  bank('053', '台中商業銀行', 'Taichung Commercial Bank'),
  bank('054', '京城商業銀行', 'King’s Town Bank'),
  bank('081', '滙豐（台灣）商業銀行', 'HSBC Bank (Taiwan)'),
  bank('101', '瑞興商業銀行', 'Taipei Star Bank'),
  bank('102', '華泰商業銀行', 'Hwatai Bank'),
  bank('103', '臺灣新光商業銀行', 'Shin Kong Commercial Bank'),
  bank('108', '陽信商業銀行', 'Sunny Bank'),
  bank('118', '板信商業銀行', 'Bank of Panhsin'),
  bank('147', '三信商業銀行', 'Cota Commercial Bank'),
  bank('700', '中華郵政', 'Chunghwa Post'),
  bank('803', '聯邦商業銀行', 'Union Bank of Taiwan'),
  bank('805', '遠東國際商業銀行', 'Far Eastern International Bank'),
  bank('806', '元大商業銀行', 'Yuanta Commercial Bank'),
  bank('807', '永豐商業銀行', 'Bank SinoPac'),
  bank('808', '玉山商業銀行', 'E.SUN Commercial Bank'),
  bank('809', '凱基商業銀行', 'KGI Bank'),
  bank('810', '星展（台灣）商業銀行', 'DBS Bank (Taiwan)'),
  bank('812', '台新國際商業銀行', 'Taishin International Bank'),
  bank('816', '安泰商業銀行', 'EnTie Commercial Bank'),
  bank('822', '中國信託商業銀行', 'CTBC Bank'),
  bank('823', '將來商業銀行', 'Next Bank'),
  bank('824', '連線商業銀行', 'LINE Bank Taiwan'),
  bank('826', '樂天國際商業銀行', 'Rakuten International Commercial Bank'),
]

export const findBank = (code: string): Bank | undefined => banks.find((one) => one.code === code)

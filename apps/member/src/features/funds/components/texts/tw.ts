export const texts = {
  amount: '金額',
  pin: {
    title: '資金密碼',
    label: '資金密碼',
    keypad: '數字鍵盤',
    deleteDigit: '刪除一位',
    send: '確認',
    forgot: '忘記密碼？',
    unset: '尚未設定資金密碼。動用資金前須先設定，完成後再回到這裡。',
    set: '設定資金密碼',
  },
  left: {
    days: (days: number, hours: number) => (hours === 0 ? `${days} 天` : `${days} 天 ${hours} 小時`),
    hours: (hours: number, minutes: number) =>
      minutes === 0 || hours >= 10 ? `${hours} 小時` : `${hours} 小時 ${minutes} 分`,
    minutes: (minutes: number) => `${minutes} 分鐘`,
    seconds: (seconds: number) => `${seconds} 秒`,
  },
  currencies: {
    RMB: '人民幣',
    TWD: '新台幣',
    HKD: '港幣',
    USD: '美元',
    THB: '泰銖',
    JPY: '日圓',
    VND: '越南盾',
    MYR: '令吉',
    KRW: '韓元',
    INR: '印度盧比',
  } as Readonly<Record<string, string>>,
  marks: {
    RMB: '人',
    TWD: '元',
    HKD: '港',
    USD: '$',
    THB: '฿',
    JPY: '¥',
    VND: '₫',
    MYR: 'RM',
    KRW: '₩',
    INR: '₹',
  } as Readonly<Record<string, string>>,
  identity: {
    title: '請先完成實名認證',
    text: '資金僅能進出你本人名下的帳戶。',
    pending: '實名認證審核中，通過後即可繼續。',
    action: '前往實名認證',
    view: '查看審核進度',
  },
}

export type FundComponentsTexts = typeof texts

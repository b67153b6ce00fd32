export const texts = {
  language: {
    lead: '選擇語言，App 會立即切換。',
    label: '語言',
    names: { tw: '繁體中文', en: 'English' },
    captions: { tw: '台灣用語', en: '英文' },
  },
  agreement: {
    tabs: '協議與政策',
    agreement: '使用者協議',
    privacy: '隱私權政策',
    version: (version: string, day: string) => `${version} 版，${day} 起適用`,
    plain: '白話：',
  },
  about: {
    line: '每一張，都查得到。',
    version: (version: string) => `版本 ${version}`,
    operator: '營運者',
    fields: {
      name: '名稱',
      licence: '執照',
      register: '登記查詢',
      complaint: '申訴管道',
      contact: '客服',
    },
    blank: '（營運者填寫）',
    practice: '本站為模擬市場，不收受真實款項，帳戶內的金額不能兌換成現金。',
    more: '更多',
    rules: '我適用的規則',
    draws: '抽籤與驗證',
    agreement: '使用者協議與隱私權',
    licences: '開放原始碼授權',
    service: '聯絡客服',
    licencesTitle: '開放原始碼授權',
    licencesText: (count: number) => `本 App 使用 ${count} 個開放原始碼套件。`,
    licencesAll: '查看授權全文',
  },
}

export type SiteTexts = typeof texts

import type {
  IdentityDocument,
  IdentityProblem,
  IdentityField,
  IdentityRejection,
} from '@fairlot/contract/identity'
import type { PersonalField } from '@fairlot/contract/operators'
import type { IdentityDeed, IdentityTier } from '@fairlot/rules/identity'

const documents: Record<IdentityDocument, string> = {
  'national-id': '身分證',
  'resident-certificate': '居留證',
  passport: '護照',
}
const fields: Record<IdentityField, string> = {
  name: '姓名',
  number: '證件號碼',
  'birth-date': '出生日期',
  front: '正面照片',
  back: '反面照片',
}
const problems: Record<IdentityProblem, string> = {
  unreadable: '無法辨識',
  glare: '有反光',
  'cut-off': '未拍到四個角',
  expired: '證件已過期',
  'does-not-match': '與證件不符',
  'wrong-document': '與所選證件不符',
  'under-age': '未達年齡',
}
const reasons: Record<IdentityRejection, string> = {
  rejected: '這次審核未通過，請依下方說明補件。',
  cancelled: '你已取消這次申請，照片已刪除。需要認證時請重新送出。',
  duplicate: '這個證件號碼已用於另一個帳戶的實名認證。一人限一個帳戶，請聯絡客服。',
  expired: '這次申請逾期未審結，是我們的責任。請重新送出，我們會優先處理。',
}
const tiers: Record<IdentityTier, string> = {
  registered: '已註冊',
  verified: '已通過實名認證',
  'paid-out': '已新增本人帳戶',
}
const deeds: Record<IdentityDeed, string> = {
  view: '查看行情、設定自選與到價提醒',
  trade: '下單交易',
  deposit: '儲值',
  'bank-account': '新增本人銀行帳戶',
  'new-shares': '申購新股',
  withdraw: '提領到本人帳戶',
}
const needs: Record<'account' | 'identity' | 'own-card', string> = {
  account: '註冊帳戶',
  identity: '實名認證',
  'own-card': '本人名下的銀行帳戶',
}
const opened: Record<PersonalField, string> = {
  account: '帳號',
  name: '姓名',
  'id-number': '證件號碼',
  'birth-date': '出生日期',
  'bank-account': '銀行帳號',
  'identity-documents': '證件照片',
  'support-picture': '客服附圖',
  contact: '聯絡方式',
}

export const texts = {
  documents,
  fields,
  problems,
  reasons,
  steps: ['基本資料', '拍攝證件', '審核'],
  stepOf: (step: number) => `第 ${step} 步，共 3 步`,
  form: {
    title: '填寫基本資料',
    lead: '請依證件填寫。用於確認帳戶屬於你本人，提領前須完成。',
    document: '證件',
    number: { 'national-id': '身分證字號', 'resident-certificate': '統一證號', passport: '護照號碼' },
    numberHelp: {
      'national-id': '一個英文字母和九個數字',
      'resident-certificate': '共十碼：新式一個、舊式兩個英文字母，其餘為數字',
      passport: '護照資料頁右上角，6 到 9 碼',
    },
    birthDate: '出生日期（西元年-月-日）',
    required: '請填寫這一欄。',
    next: '下一步',
  },
  photos: {
    title: {
      'national-id': '拍攝身分證正反面',
      'resident-certificate': '拍攝居留證正反面',
      passport: '拍攝護照資料頁',
    },
    lead: '用於確認帳戶屬於你本人，提領前須完成。',
    take: { front: '拍攝正面', back: '拍攝反面' },
    done: { front: '正面已拍好', back: '反面已拍好' },
    preview: { front: '正面照片預覽', back: '反面照片預覽' },
    gallery: '或從相簿選擇',
    again: '重拍',
    sending: (percent: number) => `上傳中 ${percent}%`,
    preparing: '照片處理中…',
    retry: '重試',
    cut: '網路中斷，照片仍保留。按重試繼續上傳。',
    unreadable: '無法開啟這張照片，請重拍或另選一張。',
    tips: ['四個角都在畫面內，文字清晰', '沒有反光，沒有手指遮擋'],
    sealed: '照片加密保存，每次開啟都會留下紀錄供你查看',
    time: '通常一個工作天內完成。若退回，會告知原因，補件即可，不必重填。',
    edit: '修改',
    send: '送出審核',
  },
  again: {
    title: '請補件以下項目',
    lead: '其他資料已審核，不必重填。',
    send: '送出補件',
    other: '改用其他證件，全部重填',
  },
  review: {
    title: '審核中',
    lead: '由兩位審核人員分別審核，結果會通知你。',
    promised: '最晚審核完成時間',
    ahead: '前方等候',
    aheadCount: (count: number) => (count === 0 ? '下一件即為你的申請' : `${count} 件`),
    sentAt: '送出時間',
    cancel: '取消申請',
    cancelAsk: '確定取消這次申請？',
    cancelText: '照片會刪除，之後可重新送出。',
    keep: '繼續等候',
  },
  verified: { title: '已完成實名認證', lead: '姓名已確認，銀行帳戶的戶名須與此相同。', at: '通過時間' },
  tiers: {
    title: '各階段可使用的功能',
    mine: '目前階段',
    needs: (what: string) => `需要：${what}`,
    names: tiers,
    deeds,
    needed: needs,
  },
  views: {
    title: '個人資料查看紀錄',
    none: '沒有查看紀錄。審核人員平常只看得到遮蔽內容。',
    opened: (what: string) => `查看了${what}`,
    fields: opened,
  },
}

export type IdentityTexts = typeof texts

import type {
  IdentityDocument,
  IdentityFault,
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
const faults: Record<IdentityFault, string> = {
  unreadable: '看不清楚',
  glare: '有反光',
  'cut-off': '沒有拍到四個角',
  expired: '證件已過期',
  'does-not-match': '和證件上的不同',
  'wrong-document': '不是你選的證件',
  'under-age': '未達年齡',
}
const reasons: Record<IdentityRejection, string> = {
  rejected: '這次沒有通過，請依下面的說明補件。',
  taken_back: '你收回了這次申請，照片已經刪除。要驗證時重新送出就可以。',
  duplicate: '這個證件號碼已經驗證過另一個帳戶。一人限一個帳戶，請聯絡客服。',
  expired: '這次申請超過期限還沒有審完，是我們的責任。請重新送出，我們會優先處理。',
}
const tiers: Record<IdentityTier, string> = {
  registered: '已註冊',
  verified: '已實名認證',
  'paid-out': '已綁定本人帳戶',
}
const deeds: Record<IdentityDeed, string> = {
  look: '看行情、設自選與到價提醒',
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
  papers: '證件照片',
  contact: '聯絡方式',
}

export const texts = {
  documents,
  fields,
  faults,
  reasons,
  steps: ['基本資料', '拍攝證件', '審核'],
  stepOf: (step: number) => `第 ${step} 步，共 3 步`,
  form: {
    title: '你是誰',
    lead: '照證件上的寫。用來確認帳戶屬於你本人，提領前需要完成。',
    document: '證件',
    number: { 'national-id': '身分證字號', 'resident-certificate': '統一證號', passport: '護照號碼' },
    numberHelp: {
      'national-id': '一個英文字母和九個數字',
      'resident-certificate': '新式一個英文字母、舊式兩個，加上數字，共十碼',
      passport: '護照資料頁右上角，6 到 9 碼',
    },
    birthDate: '出生日期（西元年-月-日）',
    required: '請填寫這一欄。',
    next: '下一步',
  },
  photos: {
    title: {
      'national-id': '拍下身分證正反面',
      'resident-certificate': '拍下居留證正反面',
      passport: '拍下護照資料頁',
    },
    lead: '用來確認帳戶屬於你本人，提領前需要完成。',
    take: { front: '拍攝正面', back: '拍攝反面' },
    done: { front: '正面已拍好', back: '反面已拍好' },
    preview: { front: '正面照片預覽', back: '反面照片預覽' },
    gallery: '或從相簿選擇',
    again: '重拍',
    sending: (percent: number) => `上傳中 ${percent}%`,
    preparing: '處理照片…',
    retry: '重試',
    cut: '網路中斷，照片還在。按重試接著送。',
    unreadable: '這張照片打不開，請重拍或換一張。',
    tips: ['四個角都在畫面內，文字清楚', '沒有反光，也沒有手指遮住'],
    sealed: '照片加密保存，每次有人打開都會留下紀錄給你看',
    time: '通常一個工作天內完成。若退回，我們會告訴你原因，補件即可，不必重填。',
    edit: '修改',
    send: '送出審核',
  },
  again: {
    title: '只要補這幾項',
    lead: '其他資料已經看過，不必重填。',
    send: '送出補件',
    other: '改用別種證件，全部重填',
  },
  review: {
    title: '審核中',
    lead: '兩位審核人員會各看一次。有結果會通知你。',
    promised: '最晚什麼時候有結果',
    ahead: '前面還有',
    aheadCount: (count: number) => (count === 0 ? '下一個就是你' : `${count} 件`),
    sentAt: '送出時間',
    takeBack: '收回申請',
    takeBackAsk: '要收回這次申請嗎？',
    takeBackText: '照片會刪除。之後可以重新送出。',
    keep: '繼續等',
  },
  verified: { title: '已完成實名認證', lead: '姓名已確定，之後的銀行帳戶要和它相同。', at: '通過時間' },
  tiers: {
    title: '每一步可以做什麼',
    mine: '你在這裡',
    needs: (what: string) => `需要：${what}`,
    names: tiers,
    deeds,
    needed: needs,
  },
  views: {
    title: '誰看過我的資料',
    none: '還沒有人打開過你的資料。審核人員平常只看得到遮住的內容。',
    opened: (what: string) => `打開了${what}`,
    fields: opened,
  },
}

export type IdentityTexts = typeof texts

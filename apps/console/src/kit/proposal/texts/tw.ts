export const texts = {
  cancel: '取消',
  send: '送出提案',
  sentTitle: '提案已送出',
  sent: (number: string) => `${number} 待第二人核准，核准後由系統執行。`,
  view: '到佇列查看',
  done: '完成',
  required: '請填寫。',
  waits: (number: string, by: string) => `${number}，${by} 提案，待第二人核准`,
  open: '開啟提案',
}

export type ProposalTexts = typeof texts

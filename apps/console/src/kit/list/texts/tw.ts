export const texts = {
  filter: '狀態',
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} 件待審，沒有逾時` : `${pending} 件待審，${late} 件超過承諾時間`,
  number: '單號',
  member: '會員',
  wait: '等待',
  promised: '承諾',
  late: '超過承諾',
  decided: '結果時間',
  state: '狀態',
  first: '待第一人',
  second: '待第二人',
  unsigned: '沒有裝置簽章',
  empty: '暫無數據',
  more: '再看更多',
  close: '關閉',
}

export type RequestListTexts = typeof texts

export const texts = {
  filter: '狀態',
  summary: (pending: number, late: number) =>
    late === 0 ? `${pending} 件待審，無逾時` : `${pending} 件待審，${late} 件超過承諾時間`,
  number: '單號',
  member: '會員',
  wait: '等待時間',
  promised: '承諾時間',
  late: '逾時',
  decided: '審結時間',
  state: '狀態',
  first: '待第一人',
  second: '待第二人',
  unsigned: '無裝置簽章',
  empty: '暫無數據',
  more: '載入更多',
  close: '關閉',
}

export type RequestListTexts = typeof texts

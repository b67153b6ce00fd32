export const texts = {
  label: '篩選條件',
  search: '搜尋',
  clearSearch: '清除搜尋',
  from: '起日',
  to: '迄日',
  min: '金額下限',
  max: '金額上限',
  amountBad: '金額須為數字，最多兩位小數。',
  datesBad: '迄日早於起日。',
  channel: '通道',
  any: '全部',
  clear: '清除條件',
  export: '下載 CSV',
  exported: '已下載，並留下紀錄。',
  incomplete: (rows: string) => `檔案只有前 ${rows} 列，還有未列出的資料。請縮小日期或其他條件後重新下載。`,
}

export type FilterTexts = typeof texts

export const texts = {
  save: '儲存檢視',
  name: '檢視名稱',
  title: '儲存目前的篩選',
  text: '只有你看得到。',
  keep: '儲存',
  cancel: '取消',
  remove: (name: string) => `移除檢視「${name}」`,
  saved: '檢視已儲存。',
  removed: '檢視已移除。',
}

export type SavedViewsTexts = typeof texts

export const texts: Readonly<Record<string, string>> = {
  // How a review ends
  passed: '通過，已執行',
  rejected: '退回',
  expired: '過期，沒有執行',
  withdrawn: '撤回',
  // People
  login: '登入名稱',
  name: '姓名',
  roles: '角色',
  'related-accounts': '本人與關係帳戶',
  amount: '金額',
}

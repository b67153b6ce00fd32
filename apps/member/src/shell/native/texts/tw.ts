export const texts = {
  locked: {
    title: '已鎖定',
    text: '請用臉部或指紋解鎖，繼續使用這個帳戶。',
    refused: '沒有解鎖。請再試一次，或改用密碼登入。',
    lost: '手機的臉部或指紋設定已變更，無法再解鎖。請用密碼登入。',
    open: '解鎖',
    password: '用密碼登入',
  },
  prompt: '解鎖並繼續使用帳戶',
  cancel: '取消',
}

export type NativeTexts = typeof texts

export const texts = {
  filled: (name: string, side: 'buy' | 'sell', lots: string) =>
    `${name} ${side === 'buy' ? '買進' : '賣出'} ${lots} 張成交`,
  filledDetail: (price: string) => `成交價 ${price}`,
  refused: (name: string) => `${name} 的委託未成立`,
  refusedDetail: '凍結的資金已退回。',
  cancelled: (name: string, lots: string) => `${name} 取消 ${lots} 張`,
  cancelledDetail: '沒成交的部分已解凍。',
  look: '看委託',
  lookDayTrades: '看當沖',
  covering: (count: number, time: string) => `${count} 個當沖部位還沒沖銷，${time} 自動沖銷`,
  coveringDetail: '到時用市價替你沖銷，不保證沖得掉。',
}

export type NewsTexts = typeof texts

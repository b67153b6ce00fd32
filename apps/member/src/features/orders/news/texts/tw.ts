export const texts = {
  filled: (name: string, side: 'buy' | 'sell', quantity: string) =>
    `${name} ${side === 'buy' ? '買進' : '賣出'} ${quantity} 成交`,
  filledDetail: (price: string) => `成交價 ${price}`,
  averageDetail: (price: string) => `平均成交價 ${price}`,
  executedDetail: (price: string) => `成交價 ${price}，費用計算中`,
  refused: (name: string) => `${name} 的委託未成立`,
  refusedDetail: '凍結的資金已退回。',
  cancelled: (name: string, quantity: string) => `${name} 取消 ${quantity}`,
  cancelledDetail: '未成交部分已解凍。',
  view: '查看委託',
  viewDayTrades: '查看當沖',
  covering: (count: number, time: string) => `${count} 筆當沖部位未沖銷，${time} 自動沖銷`,
  coveringDetail: '屆時以市價自動沖銷，不保證成交。',
}

export type NewsTexts = typeof texts

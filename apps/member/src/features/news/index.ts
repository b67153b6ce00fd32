export { FoundNews, useFoundNews } from './FoundNews.tsx'
export { HomeNews } from './HomeNews.tsx'
export { StockNews } from './StockNews.tsx'

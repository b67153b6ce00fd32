export { FoundNews, useFoundNews } from './FoundNews.tsx'
export { HomeNews, StockNews } from './LazyLists.tsx'

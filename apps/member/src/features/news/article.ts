import type { DataOf } from '@fairlot/contract'

export type Article = DataOf<'/news/list'>['articles'][number]

export const articlePath = (articleId: string, version?: number): string =>
  `/home/DetailsPage?id=${articleId}${version === undefined ? '' : `&version=${version}`}`

export const pictureUrl = (picture: string): string => `/api/news/picture/${picture}.webp`

export const countText = (count: number): string => count.toLocaleString('en-US')

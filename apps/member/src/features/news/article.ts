import type { DataOf } from '@fairlot/contract'

export type Article = DataOf<'/news/list'>['articles'][number]

export const articlePath = (articleId: string, version?: number): string =>
  `/home/DetailsPage?id=${articleId}${version === undefined ? '' : `&version=${version}`}`

export const pictureUrl = (picture: string): string => `/api/news/picture/${picture}.webp`

export const countText = (count: number): string => count.toLocaleString('en-US')

/** The same for an article every time: an id ends on random digits. */
export const turnOf = (articleId: string, places: number): number =>
  Number.parseInt(articleId.slice(-4), 16) % places

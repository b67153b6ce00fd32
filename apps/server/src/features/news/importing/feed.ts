// The port of the importer. A feed says what a source announced; nothing of an answer is used unless all of it can be.

import type { NewsFeed, NewsSource } from '@fairlot/contract/news'

export interface Announcement {
  /** The same announcement has the same key, another text another one. */
  readonly key: string
  readonly at: Date
  readonly symbol: string
  readonly title: { readonly tw: string; readonly en: string }
  /** As the source wrote it. */
  readonly body: { readonly tw: string; readonly en: string }
}

export interface Feed {
  readonly name: NewsFeed
  readonly source: NewsSource
  /** The page of the source that members can compare with. */
  readonly page: string
  /** Throws `UnusableAnswer` when the answer cannot be used; it says what was wrong with it. */
  read(now: Date): Promise<readonly Announcement[]>
}

export class UnusableAnswer extends Error {}

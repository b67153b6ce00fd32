/** What operators write about. */
export const writtenTopics = ['platform', 'lesson', 'verify', 'rules'] as const
export type WrittenTopic = (typeof writtenTopics)[number]

/** `market` has what was imported from a public source, and nothing else. */
export const newsTopics = [...writtenTopics, 'market'] as const
export type NewsTopic = (typeof newsTopics)[number]

export const newsSources = ['twse'] as const
export type NewsSource = (typeof newsSources)[number]

/** What the importer reads from a source. */
export const newsFeeds = ['twse-notice', 'twse-punish'] as const
export type NewsFeed = (typeof newsFeeds)[number]

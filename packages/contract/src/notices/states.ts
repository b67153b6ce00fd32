/** `site` is for all members; the other kinds are about the member's own account. */
export const noticeKinds = ['site', 'rules', 'funds', 'trading', 'security', 'identity'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a notice is about. The kind `trading` has several topics; the other kinds are a topic each. */
export const noticeTopics = [
  'fills',
  'orders',
  'alerts',
  'margin',
  'day-trading',
  'site',
  'rules',
  'funds',
  'security',
  'identity',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** Topics that a browser can refuse pushes of. The others are about deadlines and the safety of the account. */
export const mutableTopics = ['fills', 'orders', 'alerts', 'funds', 'site'] as const
export type MutableTopic = (typeof mutableTopics)[number]

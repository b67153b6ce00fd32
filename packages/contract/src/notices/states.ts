/** `site` is for everybody; the others speak of something of the member's own. */
export const noticeKinds = ['site', 'rules', 'funds', 'trading', 'security', 'identity'] as const
export type NoticeKind = (typeof noticeKinds)[number]

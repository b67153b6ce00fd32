/** `site` is for all members; the other kinds are about the member's own account. */
export const noticeKinds = ['site', 'rules', 'funds', 'trading', 'security', 'identity'] as const
export type NoticeKind = (typeof noticeKinds)[number]

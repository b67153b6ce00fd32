/** `waiting`: for an operator. `answered`: for the member. `closed`: a message of the member opens it again. */
export const supportStates = ['waiting', 'answered', 'closed'] as const
export type SupportState = (typeof supportStates)[number]

export const supportTopics = ['money', 'trading', 'account', 'restriction', 'fraud', 'other'] as const
export type SupportTopic = (typeof supportTopics)[number]

/** What a matter can be about. A refusal is named by its message code, a score by its formula, the others by their id. */
export const aboutKinds = ['order', 'position', 'deposit', 'withdrawal', 'refusal', 'score'] as const
export type AboutKind = (typeof aboutKinds)[number]

/** Why an operator stops trading. The exchange passes the code on; the screens have a text for each. */
export const haltReasons = ['news', 'operator', 'technical', 'authority', 'market'] as const
export type HaltReason = (typeof haltReasons)[number]

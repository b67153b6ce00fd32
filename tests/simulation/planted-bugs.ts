// Possible bugs of trading. Each is planted on its own, in the wrappers around the pure cores or in a part of the
// simulation, and must be found: a check that has never failed proves nothing.

export const plantedBugs = {
  'release-twice': 'What an ended order had frozen is given back twice.',
  'skip-dedupe': 'Intake takes an order id it has taken before.',
  'fill-after-cancel': 'The venue fills an order it has cancelled.',
  'forget-fee': 'The fee of a purchase goes to its owner instead of the house.',
  'apply-twice': 'Settlement applies events another settler has applied.',
  'skip-event': 'Settlement steps over an event now and then.',
  'ignore-epoch': 'The exchange writes though another one has taken the shard.',
  'capture-wrong-part': 'A fill notes its money as taken from another part than it was.',
  'off-by-one-lot': 'A holding gets a lot more than was bought.',
  'loan-not-repaid': 'Closing a margin purchase leaves the loan standing and pays it out.',
  'tax-wrong-side': 'Who buys pays the tax of the sale.',
  'interest-twice': 'Interest of a day is charged by each worker that looks.',
  'settle-before-commit': 'Postings become durable before the orders and the cursor do.',
  'wake-only': 'A process looks for work only when woken.',
  'cancel-releases-early': 'Asking to cancel frees the money before the venue has answered.',
  'replace-keeps-both': 'Replacing an order enters the new one and leaves the old one.',
  'closed-with-shares': 'A holding counts as closed with shares left.',
  'closing-forgotten': 'Shares of an ended close order stay counted as closing.',
  'lent-not-returned': 'Covering a short does not bring the shares back to the pool.',
  'phone-counts-twice': 'A phone counts a message that came twice.',
  'queue-kept': 'A command stays in the queue after it was applied, now and then.',
  'hold-too-little': 'A short freezes its margin at its limit price instead of the upper limit of the day.',
  'cursor-too-far': 'Settlement moves its cursor one event further than it has applied.',
} as const

export type PlantedBug = keyof typeof plantedBugs

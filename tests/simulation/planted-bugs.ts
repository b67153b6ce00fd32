// Possible bugs of trading. Each is planted on its own, in the wrappers around the pure cores or in a part of the
// simulation, and must be found: a check that has never failed proves nothing.

export const plantedBugs = {
  'release-twice': 'The hold of an ended order is released twice.',
  'skip-dedupe': 'Intake accepts an order id a second time.',
  'fill-after-cancel': 'The venue fills an order it has cancelled.',
  'forget-fee': 'The fee of a purchase goes to the member, not the house.',
  'apply-twice': 'Settlement applies events another settler has applied.',
  'skip-event': 'Settlement sometimes skips an event.',
  'ignore-epoch': 'The exchange writes though another one has taken the shard.',
  'capture-wrong-part': 'A fill records the wrong part of the hold as used.',
  'off-by-one-lot': 'A position gets one lot more than was bought.',
  'loan-not-repaid': 'Closing a margin purchase pays out the loan instead of repaying it.',
  'tax-wrong-side': 'The buyer pays the tax of the sale.',
  'interest-twice': 'Every worker charges the interest of a day.',
  'settle-before-commit': 'Postings become durable before the orders and the cursor do.',
  'wake-only': 'A process looks for work only when woken.',
  'cancel-releases-early': 'A cancel request releases the hold before the venue answers.',
  'replace-keeps-both': 'Replacing an order enters the new one and leaves the old one.',
  'closed-with-shares': 'A position counts as closed with shares left.',
  'closing-forgotten': 'Shares of an ended close order stay counted as closing.',
  'lent-not-returned': 'Covering a short does not return the shares to the pool.',
  'phone-counts-twice': 'A client counts a repeated message twice.',
  'queue-kept': 'An applied command sometimes stays in the queue.',
  'hold-too-little': 'A short holds too little margin: its limit price is used.',
  'cursor-too-far': 'Settlement moves its cursor one event further than it has applied.',
} as const

export type PlantedBug = keyof typeof plantedBugs

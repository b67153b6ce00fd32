// What a mentor publishes about themselves: a name and a strategy, in one language or both.

export const profileBounds = { minName: 2, maxName: 20, minStrategy: 20, maxStrategy: 600 } as const

export interface Profile {
  readonly name: string
  readonly strategy: { readonly tw: string; readonly en: string }
}

export const trimmed = ({ name, strategy }: Profile): Profile => ({
  name: name.trim().replaceAll(/\s+/g, ' '),
  strategy: { tw: strategy.tw.trim(), en: strategy.en.trim() },
})

/** The first field that is wrong; undefined when it can be sent. */
export function profileProblem({ name, strategy }: Profile): 'name' | 'tw' | 'en' | undefined {
  const { minName, maxName, minStrategy, maxStrategy } = profileBounds
  if (name.length < minName || name.length > maxName) return 'name'
  const isWrong = (text: string): boolean =>
    text !== '' && (text.length < minStrategy || text.length > maxStrategy)
  if (isWrong(strategy.tw) || (strategy.tw === '' && strategy.en === '')) return 'tw'
  return isWrong(strategy.en) ? 'en' : undefined
}

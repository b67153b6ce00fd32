import type { ScreenData } from '@fairlot/contract/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { nameIn } from '../lists/figures.ts'
import { ranges, textFrom } from './screen-query.ts'
import { screenerTexts } from './texts/index.ts'
import { useIndustries } from './use-industries.ts'

interface Condition {
  readonly text: string
  /** The screen without it. */
  readonly without: ScreenData
}

const NAMED = 2

/** The conditions of a screen as texts, each with the screen that remains without it. */
export const useConditions = (screen: ScreenData): readonly Condition[] => {
  const texts = screenerTexts.use()
  const language = useLanguage()
  const known = useIndustries()
  const { industries = [], kind, limit } = screen
  const without = (name: keyof ScreenData): ScreenData => {
    const { [name]: _, ...others } = screen
    return others
  }
  const nameOf = (nameEn: string) => {
    const sector = known.find((each) => each.nameEn === nameEn)
    return sector === undefined ? nameEn : nameIn(language, sector)
  }
  return [
    ...ranges.flatMap((name) => {
      const range = screen[name]
      if (range === undefined) return []
      const text = texts.range(name, textFrom(name, range.from), textFrom(name, range.to))
      return [{ text, without: without(name) }]
    }),
    ...(industries.length === 0
      ? []
      : [
          {
            text:
              industries.length > NAMED
                ? texts.manyIndustries(industries.length)
                : texts.industries(industries.map(nameOf)),
            without: without('industries'),
          },
        ]),
    ...(kind === undefined ? [] : [{ text: texts.kinds[kind], without: without('kind') }]),
    ...(limit === undefined ? [] : [{ text: texts.limits[limit], without: without('limit') }]),
  ]
}

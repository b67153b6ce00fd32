// What a page of the help consists of. A rule's value is never typed: `{fee.brokerage}` stands for the value that the
// server answers with, and the page lists the rules it names.

import type { Chapter, chapters } from './chapters.ts'

export interface HelpBody {
  readonly table?: {
    readonly columns: readonly [string, string]
    readonly rows: readonly (readonly [string, string, string])[]
  }
  readonly steps?: readonly { readonly title: string; readonly text: string }[]
  readonly parts: readonly { readonly title: string; readonly text: string }[]
}

export type ChapterBodies<C extends Chapter> = Readonly<Record<(typeof chapters)[C][number], HelpBody>>

const hole = /\{([a-z][\w.]+)\}/gi

export const fillRules = (text: string, valueOf: (rule: string) => string): string =>
  text.replace(hole, (_, rule: string) => valueOf(rule))

/** Every sentence of a page, for the search and for the reading time. */
export const sentencesOf = ({ table, steps = [], parts }: HelpBody): readonly string[] => [
  ...(table === undefined ? [] : [...table.columns, ...table.rows.flat()]),
  ...steps.flatMap(({ title, text }) => [title, text]),
  ...parts.flatMap(({ title, text }) => [title, text]),
]

/** The rules that a page names, each once, in its order. */
export const rulesOf = (lead: string, body: HelpBody): readonly string[] => [
  ...new Set(
    [lead, ...sentencesOf(body)].flatMap((text) => [...text.matchAll(hole)].map((found) => found[1] ?? '')),
  ),
]

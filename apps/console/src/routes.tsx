// Every page of the console, in the order of the menu. A feature lists its own in features/<feature>/pages.ts; adding
// one means a line here and nothing in the shell.

import { operatorsPages, signInPage } from './features/operators/pages.ts'
import type { ConsolePage } from './shell/page.ts'

export const signIn: ConsolePage = signInPage
export const pages: readonly ConsolePage[] = [...operatorsPages]

// Build-time variables of the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly VERSION: string
  }
}

declare module 'virtual:test-pages' {
  import type { AppRoute } from '#shell/route.ts'
  export const testPages: readonly AppRoute[]
}

declare module 'virtual:licences' {
  export const licences: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
  }[]
}

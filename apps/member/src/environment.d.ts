// Build-time variables of the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly VERSION: string
  }
}

declare module 'virtual:test-pages' {
  export const testPages: readonly import('./shell/route.ts').AppRoute[]
}

declare module 'virtual:licences' {
  export const licences: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
  }[]
}

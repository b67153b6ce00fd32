// Build-time variables of the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly DEV: boolean
    readonly VERSION: string
    /** '1' mounts the parts page in a production build, for the screenshots and the accessibility checks. */
    readonly VITE_PARTS?: string
  }
}

declare module 'virtual:licences' {
  export const licences: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
  }[]
}

// What the build puts into the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly DEV: boolean
    readonly VERSION: string
  }
}

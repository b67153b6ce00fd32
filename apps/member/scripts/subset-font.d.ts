declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2'
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>
    },
  ) => Promise<Buffer>
  export default subsetFont
}

/** What a schema reads, as it is passed on: not to be changed. */
export type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

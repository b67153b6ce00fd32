/** What a schema reads, as it is passed on: not to be changed. */
export type Frozen<Value> = { readonly [Key in keyof Value]: Frozen<Value[Key]> }

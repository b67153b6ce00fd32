/** Of the whole product: app and server are released together. The build writes it in. */
export const version = import.meta.env.VERSION

/** Version of the whole product: app and server are released together. The build inserts it. */
export const version = import.meta.env.VERSION

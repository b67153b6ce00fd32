import type { FastifyInstance } from 'fastify'

export interface PublicPictures {
  /** The base path, without a trailing slash. */
  readonly base: string
  /** The bytes under a name never change. Undefined when the name does not exist. */
  read(name: string): Promise<Buffer | undefined>
}

/** The few public pictures, such as the site's logo: an <img> cannot POST. */
export function addPublicPictures(app: FastifyInstance, { base, read }: PublicPictures): void {
  app.get<{ Params: { name: string } }>(`${base}/:name`, async (request, reply) => {
    const bytes = await read(request.params.name)
    if (!bytes) return reply.callNotFound()
    return reply
      .header('content-type', 'image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
}

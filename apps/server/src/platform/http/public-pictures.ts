import type { FastifyInstance } from 'fastify'

export interface PublicPictures {
  /** Where they stand, without a slash at the end. */
  readonly base: string
  /** The bytes under a name never change. Undefined when there is none of this name. */
  read(name: string): Promise<Buffer | undefined>
}

/** The few pictures everybody may see, such as the site's logo: an <img> cannot POST. */
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

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const isHashed = (path: string): boolean => /\/assets\/[^/]+-[\w-]{6,}\.\w+(\.br|\.gz)?$/.test(path)

/** An app's build, with a compressed copy of each file. Routes are URL hashes, so only `/` is a page. */
export async function addBuiltApp(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      // The page is requested again each time, so that a new build shows at once; its files never change.
      reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // By name, because the plugin searches an index only among the compressed copies when those are enabled.
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
}

// The API's description, made from the schemas that check it: OpenAPI 3.1 as JSON, and a page without any script.

import { SUCCESS } from '@fairlot/contract'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type ApiDocument, renderDocs, stylesheet } from './docs-page.ts'
import { statusOf } from './envelope.ts'
import { type BoundRoute, needsOf } from './routes.ts'
import type { ApiSurface } from './surface.ts'

export async function addDocs(
  app: FastifyInstance,
  routes: readonly BoundRoute[],
  { base, title, origin, securitySchemes }: ApiSurface,
): Promise<void> {
  const byUrl = new Map(routes.map(({ route }) => [base + route.path, route]))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1',
        description:
          'POST with JSON. Every answer is an envelope: `status` 1 is success, otherwise it repeats the HTTP code and ' +
          '`msg` is a code of the catalogue. Refusals any route may give: input.invalid, request.too-frequent, ' +
          'request.forbidden, request.not-json, request.too-large, system.busy, system.unconfirmed, system.something-wrong, ' +
          'and for signed-in routes session.expired and the restriction messages.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: { ...securitySchemes },
      },
    },
    transform(input) {
      const route = byUrl.get(input.url)
      if (!route) return { schema: { ...input.schema, hide: true }, url: input.url }
      const refusals = route.refusals
        .map((code) => `- \`${code}\` (${statusOf(code as ConsoleRefusalCode)})`)
        .join('\n')
      const envelope = z.object({ status: z.literal(SUCCESS), msg: z.string(), data: route.data })
      return jsonSchemaTransform({
        ...input,
        schema: {
          ...input.schema,
          body: route.body,
          response: { 200: envelope },
          tags: [route.feature],
          summary: route.summary,
          description: [
            `Needs: ${needsOf(route)}. Rate limit: ${route.rateLimit}.`,
            ...(refusals ? ['Refusals:', refusals] : []),
          ].join('\n\n'),
          ...(needsOf(route) === 'public'
            ? {}
            : { security: [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))] }),
          ...(route.idempotent === true
            ? { headers: z.object({ 'idempotency-key': z.string().check(z.minLength(8), z.maxLength(128)) }) }
            : {}),
        },
      })
    },
    transformObject: jsonSchemaTransformObject,
  })

  // Built once, at the first request: the routes do not change while the process runs.
  let written: { readonly json: string; readonly page: string } | undefined
  const write = (): { readonly json: string; readonly page: string } => {
    const document = app.swagger() as unknown as ApiDocument
    return { json: JSON.stringify(document), page: renderDocs(document) }
  }
  app.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((written ??= write()).json),
  )
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(stylesheet),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((written ??= write()).page),
  )
}

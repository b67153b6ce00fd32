import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process is alive. The metrics port reports whether it is ready (readiness.ts). */
export function addHealth(app: FastifyInstance): void {
  app.get('/healthz', async () => ({ status: 1, msg: '', data: { alive: true } }))
}

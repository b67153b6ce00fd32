// OpenTelemetry traces, off unless an endpoint is set. The api package is a no-op until a provider is registered, so
// `inSpan` costs next to nothing; the SDK is loaded only when there is an endpoint.

import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('fairlot')

export function inSpan<Result>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

export interface Traces {
  close(): Promise<void>
}

export async function openTraces(endpoint: string | undefined, role: string): Promise<Traces> {
  if (endpoint === undefined) return { close: async () => undefined }
  const [{ context }, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace'),
  ])
  const exporter = new OTLPTraceExporter({ url: new URL('/v1/traces', endpoint).href })
  const provider = new sdk.TracerProvider({
    spanProcessors: [
      { onStart: (span) => void span.setAttribute('fairlot.role', role), ...nothing },
      new sdk.BatchSpanProcessor({ exporter }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return {
    async close() {
      await provider.shutdown()
      trace.disable()
      context.disable()
    },
  }
}

const nothing = {
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
}

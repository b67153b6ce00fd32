import { AwsClient } from 'aws4fetch'
import type { Files } from './driver.ts'

export interface BucketPlace {
  readonly kind: 's3'
  readonly url: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const limitMs = 10_000

/** Path style, so that it works with every S3 server and needs no DNS name per bucket. */
export function openBucket(place: BucketPlace): Files {
  const client = new AwsClient({
    accessKeyId: place.accessKey,
    secretAccessKey: place.secretKey,
    service: 's3',
    region: place.region,
    retries: 2,
  })
  const base = `${place.url.replace(/\/$/, '')}/${place.bucket}/`
  const ask = (method: string, key: string, body?: Uint8Array): Promise<Response> =>
    client.fetch(base + key, {
      method,
      signal: AbortSignal.timeout(limitMs),
      ...(body === undefined
        ? {}
        : { body: new Uint8Array(body), headers: { 'content-type': 'application/octet-stream' } }),
    })
  // The body of an error may quote the request; only the status belongs in a log.
  const failed = async (method: string, answer: Response): Promise<Error> => {
    await answer.body?.cancel()
    return new Error(`the bucket answered ${answer.status} to ${method}`)
  }
  return {
    async put(key, bytes) {
      const answer = await ask('PUT', key, bytes)
      if (!answer.ok) throw await failed('PUT', answer)
      await answer.body?.cancel()
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      if (answer.status !== 404) throw await failed('GET', answer)
      await answer.body?.cancel()
      return undefined
    },
    async delete(key) {
      const answer = await ask('DELETE', key)
      if (!answer.ok && answer.status !== 404) throw await failed('DELETE', answer)
      await answer.body?.cancel()
    },
  }
}

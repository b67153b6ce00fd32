import type { DataOf, Path } from '../../../packages/contract/src/index.ts'
import { type CallOptions, TestClient } from './test-client.ts'

/** A response of the member API, with the data its contract promises. On a refusal `data` is null all the same. */
export interface Answer<Data> {
  readonly http: number
  readonly headers: Headers
  readonly body: {
    readonly status: number
    readonly msg: string
    readonly data: Data
    readonly field?: string
    readonly params?: Readonly<Record<string, string | number>>
    readonly rule?: string
  }
}

/** A phone that follows the contract. Bodies are untyped, because tests send wrong ones too. */
export class Browser extends TestClient {
  async ask<P extends Path>(
    path: P,
    body: unknown = {},
    options: CallOptions = {},
  ): Promise<Answer<DataOf<P>>> {
    return (await this.call(path, body, options)) as Answer<DataOf<P>>
  }
}

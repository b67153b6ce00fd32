export type DebianSource = Map<string, string>
export interface SourceFile {
  readonly name: string
  readonly text: string
}
export function findDebianSource(files: readonly SourceFile[], codename: string): DebianSource | undefined
export function withSuite(source: DebianSource, suite: string): string
export function readSourceFiles(root?: string): SourceFile[]

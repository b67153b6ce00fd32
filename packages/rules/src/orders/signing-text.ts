// What a device signs when it sends an order: the unchanged request, with its fields sorted by name.

/** Equal requests give equal texts, whatever the order of their fields. Fields that are not set are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}

/**
 * `path` is the route's: a signature for an opening order cannot be reused on another route. The fund password is left
 * out: six digits could be found by trying all of them against a stored signature.
 */
export const orderSigningText = (
  path: string,
  memberId: string,
  {
    signature: _unsigned,
    fundPassword: _secret,
    ...body
  }: { readonly signature?: unknown; readonly fundPassword?: unknown } & Readonly<Record<string, unknown>>,
): string => `fairlot-order:${path}:${memberId}:${canonicalJson(body)}`

import type { Form } from '@fairlot/ui'
import { messageText } from '#shell/catalogue.ts'
import type { Failed } from '#shell/client.ts'

/** Shows a refusal beside its field until the field changes. The client has already shown the toast. */
export const showRefusal = async <Name extends string>(
  form: Form<Name>,
  failed: Failed,
  fallback?: Name,
): Promise<void> => {
  if (failed.why !== 'refused') return
  const name = failed.field !== undefined && failed.field in form.values ? (failed.field as Name) : fallback
  if (name !== undefined) form.setServerError(name, await messageText(failed.msg, failed.params))
}

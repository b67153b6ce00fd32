import type { Form } from '@fairlot/ui'
import { messageText } from '#shell/catalogue.ts'
import type { Failed } from '#shell/client.ts'

/** Puts a refusal beside its field. The toast has been shown by the client; this stays until the field changes. */
export const showRefusal = async <Name extends string>(
  form: Form<Name>,
  failed: Failed,
  fallback?: Name,
): Promise<void> => {
  if (failed.why !== 'refused') return
  const name = failed.field !== undefined && failed.field in form.values ? (failed.field as Name) : fallback
  if (name !== undefined) form.setServerError(name, await messageText(failed.msg, failed.params))
}

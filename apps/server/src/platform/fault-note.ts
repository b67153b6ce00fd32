// A rejection has a note the member reads. Operators may put the fault's code in front of it: `name-differs: the passbook
// says otherwise`. Without one the usual fault of the kind stands.

const longest = 300

export function faultFrom<Fault extends string>(
  text: string,
  faults: readonly Fault[],
  usual: Fault,
): { readonly fault: Fault; readonly note: string | null } {
  const [head, ...rest] = text.split(':')
  const named = faults.find((fault) => fault === head?.trim())
  const note = (named === undefined ? text : rest.join(':')).trim().slice(0, longest)
  return { fault: named ?? usual, note: note === '' ? null : note }
}
